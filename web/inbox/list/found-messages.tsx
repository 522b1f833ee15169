import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FoundMessage, InboxRow } from '../../../contract/inbox/inbox.ts'
import { IsolatedText } from '../../messages/list/isolated-text.tsx'
import { Link } from '../../router/link.tsx'
import { useFoundMessages } from '../inbox-query.ts'
import { By, RowName } from './learner-row.tsx'
import { useAgo } from './use-since.ts'

const TYPING_PAUSE_MS = 300

/** `names`: how many learners the search has found. */
type Props = { search: string; rows: readonly InboxRow[]; names: number }

/** Messages that match a search, one for each learner. */
export function FoundMessages({ search, rows, names }: Props) {
  const t = useTranslations('inbox')
  const wanted = useSettled(search.trim())
  const found = useFoundMessages(wanted)
  const byUid = new Map(rows.map(row => [row.uid, row]))
  const shown = (found.data ?? []).flatMap(message => {
    const row = byUid.get(message.uid)
    return row ? [{ row, message }] : []
  })
  const isSearched = wanted === search.trim() && !found.isFetching
  const count = names + shown.length
  const nothing = t(found.error !== null ? 'error' : 'nobodyFound')
  return (
    <>
      <p className={isSearched && count === 0 ? 'none' : 'visually-hidden'} role="status">
        {isSearched && (count === 0 ? nothing : t('results', { count }))}
      </p>
      {shown.length > 0 && (
        <>
          <h2 className="group">{t('inMessages')}</h2>
          <ul>
            {shown.map(({ row, message }) => (
              <li key={row.uid}>
                <FoundRow row={row} message={message} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function FoundRow({ row, message }: { row: InboxRow; message: FoundMessage }) {
  const { id, text, sentAt } = message
  const ago = useAgo()
  return (
    <Link
      className="person found"
      to="/messages/$learnerUid"
      params={{ learnerUid: row.uid }}
      state={{ found: { id, sentAt } }}
    >
      <span className="grow">
        <span className="line">
          <RowName name={row.name} />
          <span className="tag">{ago(sentAt)}</span>
        </span>
        <span className="last" dir="auto">
          <By message={message} />
          <IsolatedText text={text} />
        </span>
      </span>
    </Link>
  )
}

/** The text, once nothing more was typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
