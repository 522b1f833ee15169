import { useFormatter, useTranslations } from 'use-intl'
import {
  type Author,
  type Change,
  type Conflict,
  EDITS_KEPT_DAYS,
  type EditResult,
  settleConflict,
} from '../../../../contract/organisation/drafts.ts'
import { call } from '../../../api.ts'
import { PersonName } from '../../../messages/person-name.tsx'
import { useAct } from '../../../queries/use-act.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Problem } from '../../frame/problem.tsx'
import { useNameOf } from '../../team/use-name-of.ts'

type Props = { courseId: string; conflicts: readonly Conflict[]; onSettled(): void }

/** Fields that two authors changed at the same time. Both texts are shown, and one press keeps one of them. */
export function Conflicts({ courseId, conflicts, onSettled }: Props) {
  const open = conflicts.filter(({ settledAt }) => settledAt === null)
  return open.map(conflict => <BothTexts key={conflict.id} {...{ courseId, conflict, onSettled }} />)
}

type RefusedProps = { refused: readonly EditResult[]; onSeen(): void }

/** What the server did not take, and why: it is no longer in the draft. */
export function RefusedEdits({ refused, onSeen }: RefusedProps) {
  const t = useTranslations('editor.notTaken')
  if (refused.length === 0) return null
  const reasons = [...new Set(refused.map(({ reason = 'not-allowed' }) => reason))]
  return (
    <Alert
      title={t('title')}
      below={
        <button className="btn second small" type="button" onClick={onSeen}>
          {t('seen')}
        </button>
      }
    >
      {reasons.map(reason => t(reason)).join(' ')}
    </Alert>
  )
}

function BothTexts({ courseId, conflict, onSettled }: { courseId: string; conflict: Conflict; onSettled(): void }) {
  const t = useTranslations('editor.conflict')
  const act = useAct()
  const { stands, other } = conflict
  const nameOf = useNameOf(stands.by?.name === null || other.by.name === null)

  async function keep(which: 'stands' | 'other') {
    const params = { id: courseId, conflictId: conflict.id }
    const reply = await act.make(idempotencyKey =>
      call(settleConflict, { params, body: { keep: which } }, { idempotencyKey }),
    )
    if (reply) onSettled()
  }

  return (
    <section className="say" aria-label={t('title')}>
      <div className="stack tight grow">
        <b>{t('title')}</b>
        <p>{t('lead')}</p>
        <Version
          by={nameOf(stands.by ?? NOBODY)}
          value={stands.value}
          text={t('keepThis')}
          onKeep={() => keep('stands')}
          isBusy={act.isBusy}
        />
        <Version
          by={nameOf(other.by)}
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

type EarlierProps = { conflicts: readonly Conflict[]; onChange(change: Change): void }

/** Texts that were not kept, as long as the server has them. One press puts one in the place of what stands. */
export function EarlierTexts({ conflicts, onChange }: EarlierProps) {
  const t = useTranslations('editor.conflict')
  const format = useFormatter()
  const lost = conflicts.filter(({ settledAt, other }) => settledAt !== null && other.value !== undefined)
  const nameOf = useNameOf(lost.some(({ other }) => other.by.name === null))
  if (lost.length === 0) return null
  return (
    <details className="card more">
      <summary>
        <b>{t('earlier', { count: lost.length })}</b>
        <Icon name="down" />
      </summary>
      <div className="stack">
        <p className="meta">{t('earlierLead', { days: EDITS_KEPT_DAYS })}</p>
        {lost.map(({ id, path, stands, other }) => (
          <div className="stack tight" key={id}>
            <p className="meta">
              <PersonName name={nameOf(other.by)} />, {format.dateTime(other.at, DAY_AND_TIME)}
            </p>
            <p className="conflict-text" dir="auto">
              {inWords(other.value)}
            </p>
            <button
              className="btn second small"
              type="button"
              onClick={() => onChange({ op: 'set', path, from: stands.value, to: other.value })}
            >
              {t('putBack')}
            </button>
          </div>
        ))}
      </div>
    </details>
  )
}

const NOBODY: Author = { uid: null, name: null }
const DAY_AND_TIME = { day: 'numeric', month: 'long', hour: 'numeric', minute: 'numeric' } as const

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

type VersionProps = { by: string; value: unknown; text: string; onKeep(): void; isBusy: boolean }

function Version({ by, value, text, onKeep, isBusy }: VersionProps) {
  return (
    <div className="card stack tight">
      <p className="meta">
        <PersonName name={by} />
      </p>
      <p className="conflict-text" dir="auto">
        {inWords(value)}
      </p>
      <button className="btn second small" type="button" aria-busy={isBusy} onClick={onKeep}>
        {text}
      </button>
    </div>
  )
}
