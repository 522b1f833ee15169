import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { PersonName } from '../messages/person-name.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { HandOn } from './hand-on.tsx'
import { PickReply } from './pick-reply.tsx'

type Props = {
  /** The mentor's own learner, who can be handed over; undefined for a colleague's. */
  ownUid: string | undefined
  name: string
  onClose(): void
  /** Marks the conversation as handled; undefined if the learner does not wait. */
  onHandled: (() => void) | undefined
  onSide(): void
  onReply(text: string): void
}

/** Actions in a conversation besides writing. */
export function ThreadMenu({ ownUid, name, onClose, onHandled, onSide, onReply }: Props) {
  const t = useTranslations('inbox')
  const heading = useId()
  return (
    <Dialog className="sheet" labelledBy={heading} onClose={onClose}>
      <div className="stack thread-menu">
        <div className="row">
          <h2 className="grow" id={heading} tabIndex={-1}>
            <PersonName name={name} />
          </h2>
          <button className="icon-btn" type="button" aria-label={t('close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div className="stack tight">
          {onHandled && (
            <button className="btn second small" type="button" onClick={onHandled}>
              {t('settle')}
            </button>
          )}
          <button className="btn second small no-wide" type="button" onClick={onSide}>
            {t('progress')}
          </button>
        </div>
        {ownUid !== undefined && <HandOn learnerUid={ownUid} onDone={onClose} />}
        <PickReply onPick={onReply} />
      </div>
    </Dialog>
  )
}
