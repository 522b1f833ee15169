import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { readDraft } from '../outbox/drafts.ts'
import { Link } from '../router/link.tsx'
import { useUid } from '../user/user.ts'
import { HandedOver } from './handed-over.tsx'
import { useHandedOver } from './inbox-query.ts'

type Props = { learnerUid: string; isTitled: boolean; onUndone(): void }

/** In place of the box to write in: somebody else is this learner's mentor now. What was begun can still be copied. */
export function Elsewhere({ learnerUid, isTitled, onUndone }: Props) {
  const t = useTranslations('inbox')
  const handedOver = useHandedOver().find(({ uid }) => uid === learnerUid)
  const draft = readDraft({ uid: useUid(), lessonId: 'messages', pageId: learnerUid })
  const told = useRef<HTMLParagraphElement>(null)
  // A person who was writing is told: the box that had the focus is gone.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) told.current?.focus()
  }, [])
  return (
    <footer className="composer">
      <div className="stack tight elsewhere">
        {handedOver && <HandedOver handedOver={handedOver} onUndone={onUndone} />}
        {!isTitled && !handedOver && (
          <p className="told" tabIndex={-1} ref={told}>
            {t('elsewhere')}
          </p>
        )}
        {draft && (
          <label className="stack tight">
            <span className="meta">{t('unsent')}</span>
            <textarea className="input" rows={2} dir="auto" readOnly value={String(draft)} />
          </label>
        )}
        <Link className="btn second small" to="/messages">
          {t('back')}
        </Link>
      </div>
    </footer>
  )
}
