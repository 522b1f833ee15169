import { useTranslations } from 'use-intl'
import { PersonName } from '../messages/person-name.tsx'
import type { ActState } from '../queries/use-act.ts'
import { Sheet } from '../ui/sheet/sheet.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { useLearner } from './inbox-query.ts'
import { EndKindWords } from './kind-word-card.tsx'
import { PickReply } from './pick-reply.tsx'

type Props = {
  learnerUid: string
  /** The mentor's own learner, who can be handed over; undefined for a colleague's. */
  ownUid: string | undefined
  name: string
  onClose(): void
  /** Marks the conversation as handled; undefined if the learner does not wait. */
  onHandled: (() => void) | undefined
  handling: ActState
  onSide(): void
  onReply(text: string): void
}

/** Actions in a conversation besides writing. */
export function ThreadMenu({ learnerUid, ownUid, name, onClose, onHandled, handling, onSide, onReply }: Props) {
  const t = useTranslations('inbox')
  const learner = useLearner(learnerUid, false).data
  return (
    <Sheet title={<PersonName name={name} />} onClose={onClose}>
      <div className="stack tight">
        {onHandled && (
          <button className="btn second small" type="button" aria-busy={handling.isBusy} onClick={onHandled}>
            {t('settle')}
          </button>
        )}
        {onHandled && handling.error && <p role="alert">{t('error')}</p>}
        <button className="btn second small no-wide" type="button" onClick={onSide}>
          {t('progress')}
        </button>
        {learner && <EndKindWords learnerUid={learnerUid} areEnded={learner.kindWordsEnded ?? false} />}
      </div>
      {ownUid !== undefined && <HandOverDialog learnerUid={ownUid} onDone={onClose} />}
      <PickReply onPick={onReply} />
    </Sheet>
  )
}
