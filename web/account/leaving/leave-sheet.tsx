import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isVisible } from '../../../contract/text/visible.ts'
import { wantTexts } from '../../i18n/texts.ts'
import { withTimeout } from '../../loading/with-timeout.ts'
import { partnerAt } from '../../messages/conversation/conversation-place.ts'
import { type DraftPlace, isOfAnswer } from '../../outbox/drafts/draft-place.ts'
import { readDraft, readDraftText } from '../../outbox/drafts/drafts.ts'
import { inRecordings } from '../../outbox/drafts/recording-drafts.ts'
import { storedPlaces } from '../../outbox/drafts/stored-places.ts'
import { currentSession } from '../../session.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'

/** If something would be lost, asks before somebody leaves. Returns whether they leave. */
export async function confirmLeaving(deletesDrafts: boolean, show: (question: ReactNode) => void): Promise<boolean> {
  const uid = currentSession()?.uid ?? ''
  const onlyHere: string[] = []
  // Each open draft of an author hears this event, and adds a sentence if something of it is only in this tab.
  dispatchEvent(new CustomEvent('leave', { detail: onlyHere }))
  const isDeleted = deletesDrafts && (hasBegunText(uid) || (await hasBegunRecording(uid)))
  if (!isDeleted && onlyHere.length === 0) return true
  await withTimeout(wantTexts('account'))
  return new Promise(onAnswer => show(<LeaveSheet {...{ isDeleted, onlyHere, onAnswer }} />))
}

type Props = { isDeleted: boolean; onlyHere: readonly string[]; onAnswer(mayLeave: boolean): void }

function LeaveSheet({ isDeleted, onlyHere, onAnswer }: Props) {
  const t = useTranslations('account')
  const [isLeaving, setIsLeaving] = useState(false)

  function leave() {
    setIsLeaving(true)
    onAnswer(true)
  }

  return (
    <Sheet isLoose title={t('leaveTitle')} isBusy={isLeaving} onClose={() => onAnswer(false)}>
      {isDeleted && <p>{t('leaveWhat')}</p>}
      {onlyHere.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className="stack tight">
        <button className="btn wide" type="button" onClick={() => isLeaving || onAnswer(false)}>
          {t('stay')}
        </button>
        <button className="btn quiet wide" type="button" aria-busy={isLeaving} onClick={() => isLeaving || leave()}>
          {isLeaving && <span className="spin" />}
          {t(isDeleted ? 'leaveAndDelete' : 'leaveAllTheSame')}
        </button>
      </div>
    </Sheet>
  )
}

function hasBegunText(uid: string): boolean {
  return storedPlaces().some(place => place.uid === uid && isBegun(place))
}

function isBegun(place: DraftPlace): boolean {
  // On a page with a slider and a text, a person may have begun only the text.
  if (isOfAnswer(place)) return isVisible([readDraft(place) ?? []].flat().join(''))
  return partnerAt(place) !== undefined && isVisible(readDraftText(place))
}

async function hasBegunRecording(uid: string): Promise<boolean> {
  const counted = inRecordings('readonly', ['pieces'], transaction =>
    transaction.objectStore('pieces').index('uid').count(uid),
  )
  return (await counted.catch(() => 0)) > 0
}
