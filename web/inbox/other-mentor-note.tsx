import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { conversationPlace } from '../messages/conversation/conversation-place.ts'
import { readDraftText } from '../outbox/drafts/drafts.ts'
import { Link } from '../router/link.tsx'
import { useUid } from '../user/user.ts'
import { HandedOverNote } from './handed-over.tsx'
import { useHandedOver } from './inbox-query.ts'

type Props = { learnerUid: string; isTitled: boolean; onUndone(): void }

/** Shown instead of the composer: this learner has another mentor now. The draft can still be copied. */
export function OtherMentorNote({ learnerUid, isTitled, onUndone }: Props) {
  const t = useTranslations('inbox')
  const handedOver = useHandedOver().find(({ uid }) => uid === learnerUid)
  const draft = readDraftText(conversationPlace(useUid(), learnerUid))
  const notice = useRef<HTMLParagraphElement>(null)
  // The box that had the focus is gone, so the focus goes to the notice.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) notice.current?.focus()
  }, [])
  return (
    <footer className="composer">
      <div className="stack tight elsewhere">
        {handedOver && <HandedOverNote handedOver={handedOver} onUndone={onUndone} />}
        {!isTitled && !handedOver && (
          <p className="notice" tabIndex={-1} ref={notice}>
            {t('elsewhere')}
          </p>
        )}
        {draft && (
          <label className="stack tight">
            <span className="meta">{t('unsent')}</span>
            <textarea className="input" rows={2} dir="auto" readOnly value={draft} />
          </label>
        )}
        <Link className="btn second small" to="/messages">
          {t('back')}
        </Link>
      </div>
    </footer>
  )
}
