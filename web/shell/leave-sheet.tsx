import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isVisible } from '../../contract/text/visible.ts'
import { wantTexts } from '../i18n/texts.ts'
import { partnerAt } from '../messages/conversation/conversation-place.ts'
import { type DraftPlace, isOfAnswer } from '../outbox/drafts/draft-place.ts'
import { readDraftText } from '../outbox/drafts/drafts.ts'
import { inRecordings } from '../outbox/drafts/recording-drafts.ts'
import { storedPlaces } from '../outbox/drafts/stored-places.ts'
import { currentSession } from '../session.ts'
import { Sheet } from '../ui/sheet/sheet.tsx'

type Props = { onStay(): void; onLeave(): void }

/** The question before a sign-out, which deletes drafts. Null if this person has begun nothing. */
export async function leaveQuestion(onStay: () => void, onLeave: () => void): Promise<ReactNode> {
  const uid = currentSession()?.uid ?? ''
  if (!hasBegunText(uid) && !(await hasBegunRecording(uid))) return null
  await wantTexts('account')
  return <LeaveSheet onStay={onStay} onLeave={onLeave} />
}

function LeaveSheet({ onStay, onLeave }: Props) {
  const t = useTranslations('account')
  const [isLeaving, setIsLeaving] = useState(false)

  function leave() {
    setIsLeaving(true)
    onLeave()
  }

  return (
    <Sheet isLoose title={t('leaveTitle')} isBusy={isLeaving} onClose={onStay}>
      <p>{t('leaveWhat')}</p>
      <div className="stack tight">
        <button className="btn wide" type="button" onClick={() => isLeaving || onStay()}>
          {t('stay')}
        </button>
        <button className="btn quiet wide" type="button" aria-busy={isLeaving} onClick={() => isLeaving || leave()}>
          {isLeaving && <span className="spin" />}
          {t('leaveAllTheSame')}
        </button>
      </div>
    </Sheet>
  )
}

function hasBegunText(uid: string): boolean {
  return storedPlaces().some(place => place.uid === uid && isBegun(place))
}

function isBegun(place: DraftPlace): boolean {
  if (!isOfAnswer(place) && partnerAt(place) === undefined) return false
  return isVisible(readDraftText(place))
}

async function hasBegunRecording(uid: string): Promise<boolean> {
  const counted = inRecordings('readonly', ['pieces'], transaction =>
    transaction.objectStore('pieces').index('uid').count(uid),
  )
  return (await counted.catch(() => 0)) > 0
}
