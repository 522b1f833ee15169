import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { HeldRow, InvitationList } from '../../../../contract/organisation/invitation-lists.ts'
import { queryClient } from '../../../queries/query-client.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { useLocation } from '../../../router/use-location.ts'
import { Icon } from '../../../ui/icon.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { BackLink } from '../../frame/back-link.tsx'
import { useRefetchAfter } from '../../frame/use-refetch-after.ts'
import { HeldRows } from './held-rows.tsx'
import { heldRowsOf, type KnownRow, listQuery, saveHeldRows } from './list-memory.ts'
import { ListOutcome } from './outcome.tsx'
import { SendList } from './send-list.tsx'
import '../invite.css'

const LOOK_AGAIN_MS = 2000
/** Each reply has all rows. A long list is loaded less often, so that a phone does not load megabytes a minute. */
const FOR_EACH_ROW_MS = 10

/** A checked list: the ready rows, the rows with mistakes, and the outcome of each. */
export function ListScreen() {
  const t = useTranslations('invite')
  const id = useLocation().pathname.split('/').at(-1) ?? ''
  const query = listQuery(id)
  const list = useQuery(query)
  const [held, setHeld] = useState(() => heldRowsOf(id))
  const isSending = list.data?.state === 'sending'
  const reload = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  const pause = LOOK_AGAIN_MS + (list.data?.rows.length ?? 0) * FOR_EACH_ROW_MS
  useRefetchAfter(list, isSending ? pause : undefined)

  function corrected(number: number, left: KnownRow | null) {
    const rows = held.flatMap(row => (row.number === number ? (left ?? []) : row))
    saveHeldRows(id, rows)
    setHeld(rows)
    void reload()
  }

  if (list.isPending) return <LoadingScreen />
  if (!list.data) return <LoadFailed error={list.error} text={t('list.error')} onRetry={list.refetch} />
  return (
    <main className="page people">
      <BackLink to="/org/invite">{t('title')}</BackLink>
      <header>
        <h1 className="grow" tabIndex={-1}>
          {t('list.people')}
        </h1>
      </header>
      <div className="two even">
        <section className="card stack">
          <div role="status">
            <Counts list={list.data} held={held} />
          </div>
          <SendList list={list.data} onChange={reload} />
        </section>
        {held.length > 0 && <HeldRows id={id} rows={held} onCorrected={corrected} />}
      </div>
      <ListOutcome rows={list.data.rows} />
    </main>
  )
}

function Counts({ list, held }: { list: InvitationList; held: readonly HeldRow[] }) {
  const t = useTranslations('invite.list')
  const countOf = (isCounted: (row: HeldRow) => boolean) => held.filter(isCounted).length
  const here = countOf(({ reason }) => reason === 'here')
  const elsewhere = countOf(({ reason }) => reason === 'elsewhere')
  const twice = countOf(({ reason }) => reason === 'twice')
  const invited = countOf(({ reason }) => reason === 'invited')
  const mistakes = held.length - here - elsewhere - twice - invited
  const ready = list.rows.filter(({ state }) => state === 'ready').length
  return (
    <ul className="list-checks">
      {ready > 0 && (
        <li className="good">
          <Icon name="check" />
          {t('ready', { count: ready })}
        </li>
      )}
      {/* Only a list without any ready row gets this line. After sending, another line says that nobody is left. */}
      {list.rows.length === 0 && <CountLine text={t('ready', { count: 0 })} />}
      {here > 0 && <CountLine text={t('here', { count: here })} />}
      {elsewhere > 0 && <CountLine text={t('elsewhere', { count: elsewhere })} />}
      {twice > 0 && <CountLine text={t('twice', { count: twice })} />}
      {invited > 0 && <CountLine text={t('invited', { count: invited })} />}
      {mistakes > 0 && <CountLine isBad text={t('mistakes', { count: mistakes })} />}
    </ul>
  )
}

function CountLine({ text, isBad = false }: { text: string; isBad?: boolean }) {
  return (
    <li className={isBad ? 'bad' : undefined}>
      <Icon name="info" />
      {text}
    </li>
  )
}
