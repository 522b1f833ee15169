import { useFormatter, useTranslations } from 'use-intl'
import { settleConflict } from '../../../../../contract/organisation/drafts.ts'
import { type Change, type Conflict, EDITS_KEPT_DAYS } from '../../../../../contract/organisation/edits.ts'
import { call } from '../../../../api.ts'
import type { DraftMedia } from '../../../../editor/draft/draft-media.ts'
import { PersonName } from '../../../../messages/person-name.tsx'
import { useAct } from '../../../../queries/use-act.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Problem } from '../../../frame/problem.tsx'
import { useNameOf } from '../../../team/use-name-of.ts'
import { ConflictValue, type ConflictValueProps } from './conflict-value.tsx'

type Props = { courseId: string; conflicts: readonly Conflict[]; media: DraftMedia; onSettled(): void }

/** Fields that two authors changed at the same time. Both texts are shown, and one press keeps one of them. */
export function Conflicts({ conflicts, ...others }: Props) {
  const open = conflicts.filter(({ settledAt }) => settledAt === null)
  return open.map(conflict => <BothTexts key={conflict.id} {...others} conflict={conflict} />)
}

type BothProps = Omit<Props, 'conflicts'> & { conflict: Conflict }

function BothTexts({ courseId, conflict, media, onSettled }: BothProps) {
  const t = useTranslations('editor.conflict')
  const act = useAct()
  const { path, stands, other } = conflict
  const nameOf = useNameOf(stands.by?.name === null || other.by.name === null)
  // The author has the draft open twice.
  const isByOne = stands.by !== null && stands.by.uid !== null && stands.by.uid === other.by.uid
  const title = t(isByOne ? 'byOne' : 'title')

  async function keep(which: 'stands' | 'other') {
    const params = { id: courseId, conflictId: conflict.id }
    const reply = await act.make(idempotencyKey =>
      call(settleConflict, { params, body: { keep: which } }, { idempotencyKey }),
    )
    if (reply) onSettled()
  }

  return (
    <section className="say" aria-label={title}>
      <div className="stack tight grow">
        <b>{title}</b>
        <p>{t('lead')}</p>
        <Version
          by={stands.by?.uid ? nameOf(stands.by) : t('inDraft')}
          {...{ path, media }}
          value={stands.value}
          text={t('keepThis')}
          onKeep={() => keep('stands')}
          isBusy={act.isBusy}
        />
        <Version
          by={nameOf(other.by)}
          {...{ path, media }}
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

type EarlierProps = { conflicts: readonly Conflict[]; media: DraftMedia; onChange(change: Change): void }

/** Texts that were not kept, as long as the server has them. A press replaces the present text by an earlier text. */
export function EarlierTexts({ conflicts, media, onChange }: EarlierProps) {
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
            <ConflictValue {...{ path, media }} value={other.value} />
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

const DAY_AND_TIME = { day: 'numeric', month: 'long', hour: 'numeric', minute: 'numeric' } as const

type VersionProps = ConflictValueProps & { by: string; text: string; onKeep(): void; isBusy: boolean }

function Version({ by, path, media, value, text, onKeep, isBusy }: VersionProps) {
  return (
    <div className="card stack tight">
      <p className="meta">
        <PersonName name={by} />
      </p>
      <ConflictValue {...{ path, media, value }} />
      <button className="btn second small" type="button" aria-busy={isBusy} onClick={onKeep}>
        {text}
      </button>
    </div>
  )
}
