import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { InboxRow } from '../../../contract/inbox.ts'
import { Link } from '../../router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PaneHead } from '../pane-head.tsx'
import { useInboxChanges } from './inbox-query.ts'
import { useSince } from './use-since.ts'

type Props = { name: string; isPerson: boolean; row: InboxRow | undefined; newest: string | undefined; onSide(): void }

/** Whose conversation it is, and what is done about the learner as a whole. */
export function ThreadHead({ name, isPerson, row, newest, onSide }: Props) {
  const t = useTranslations('inbox')
  const { settle } = useInboxChanges()
  const head = useRef<HTMLDivElement>(null)
  /** The button is gone then, and the focus stays near. */
  async function settleUpTo(newest: string) {
    await settle(row?.uid ?? '', newest).catch(() => {})
    head.current?.querySelector('h1')?.focus()
  }
  return (
    <PaneHead
      head={head}
      name={name}
      isPerson={isPerson}
      note={row && <Standing row={row} />}
      before={
        <Link className="icon-btn only-phone" to="/messages" aria-label={t('back')}>
          <Icon name="back" />
        </Link>
      }
      after={
        <>
          {row?.waitingSince != null && newest && (
            <button className="btn quiet small" type="button" onClick={() => void settleUpTo(newest)}>
              {t('settle')}
            </button>
          )}
          {row && (
            <button className="btn quiet small no-wide" type="button" onClick={onSide}>
              {t('progress')}
            </button>
          )}
        </>
      }
    />
  )
}

/** Whose learner it is, where the mentor only covers, and how long they wait. */
function Standing({ row: { waitingSince, coveredFor } }: { row: InboxRow }) {
  const t = useTranslations('inbox')
  const since = useSince()
  const waits = waitingSince === null ? t('notWaiting') : t('waitsFor', { since: since(waitingSince) })
  return coveredFor ? [t('coveredFor', { name: `\u2068${coveredFor}\u2069` }), waits].join(t('comma')) : waits
}
