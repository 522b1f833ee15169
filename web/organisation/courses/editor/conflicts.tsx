import { useTranslations } from 'use-intl'
import { type Conflict, settleConflict } from '../../../../contract/organisation/drafts.ts'
import { call } from '../../../api.ts'
import { useAct } from '../../../queries/use-act.ts'
import { Problem } from '../../frame/problem.tsx'

type Props = { courseId: string; conflicts: readonly Conflict[]; onSettled(): void }

/** Fields that two authors changed at the same time. Both texts are shown, and one press keeps one of them. */
export function Conflicts({ courseId, conflicts, onSettled }: Props) {
  const open = conflicts.filter(({ settledAt }) => settledAt === null)
  return open.map(conflict => <BothTexts key={conflict.id} {...{ courseId, conflict, onSettled }} />)
}

function BothTexts({ courseId, conflict, onSettled }: { courseId: string; conflict: Conflict; onSettled(): void }) {
  const t = useTranslations('editor.conflict')
  const act = useAct()
  const { stands, other } = conflict

  async function keep(which: 'stands' | 'other') {
    const params = { id: courseId, conflictId: conflict.id }
    const reply = await act.make(idempotencyKey =>
      call(settleConflict, { params, body: { keep: which } }, { idempotencyKey }),
    )
    if (reply) onSettled()
  }

  return (
    <section className="say">
      <div className="stack tight grow">
        <b>{t('title')}</b>
        <p>{t('lead')}</p>
        <Version
          by={stands.by?.name}
          value={stands.value}
          text={t('keepThis')}
          onKeep={() => keep('stands')}
          isBusy={act.isBusy}
        />
        <Version
          by={other.by.name}
          value={other.value}
          text={t('keepThis')}
          onKeep={() => keep('other')}
          isBusy={act.isBusy}
        />
        <Problem of={act} />
      </div>
    </section>
  )
}

type VersionProps = { by: string | null | undefined; value: unknown; text: string; onKeep(): void; isBusy: boolean }

function Version({ by, value, text, onKeep, isBusy }: VersionProps) {
  const t = useTranslations('editor.conflict')
  return (
    <div className="card stack tight">
      <p className="meta">
        <bdi>{by ?? t('somebody')}</bdi>
      </p>
      <p className="conflict-text" dir="auto">
        {typeof value === 'string' ? value : JSON.stringify(value ?? '')}
      </p>
      <button className="btn second small" type="button" aria-busy={isBusy} onClick={onKeep}>
        {text}
      </button>
    </div>
  )
}
