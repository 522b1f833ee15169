import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '../../i18n/isolated.ts'
import type { ActState } from '../../queries/use-act.ts'
import { Problem } from '../frame/problem.tsx'

/** Learners who have another mentor now. */
export type MadeMove = { id: string; count: number; mentor: string }
type Props = { move: MadeMove; act: ActState; onDone(): void; onUndo(): void }

/** Says how many moved and to which mentor, and offers to undo it. */
export function MovedNote({ move: { count, mentor }, act, onDone, onUndo }: Props) {
  const t = useTranslations('people')
  const done = useRef<HTMLButtonElement>(null)
  // The button that had the focus is gone.
  useEffect(() => done.current?.focus(), [])
  return (
    <>
      <p id="moved-to">
        {t('movedTo', { count, mentor: isolated(mentor) })} {count > 0 && t('undoDays')}
      </p>
      <Problem of={act} />
      <div className="row">
        <button ref={done} className="btn grow" type="button" aria-describedby="moved-to" onClick={onDone}>
          {t('done')}
        </button>
        {count > 0 && (
          <button className="btn second grow" type="button" aria-busy={act.isBusy} onClick={onUndo}>
            {t('undo')}
          </button>
        )}
      </div>
    </>
  )
}
