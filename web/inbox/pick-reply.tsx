import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSavedReplies } from './inbox-query.ts'
import { containsText } from './list/filter-rows.ts'
import { PartFailed } from './part-failed.tsx'

/** From this length on, the list has a search. */
const SEARCHED_FROM = 4

/** The saved replies of a mentor, to begin a message with. */
export function PickReply({ onPick }: { onPick(text: string): void }) {
  const t = useTranslations('inbox')
  const { data, error, refetch } = useSavedReplies()
  const replies = data ?? []
  const [search, setSearch] = useState('')
  const found = replies.filter(reply => containsText(reply, search))
  return (
    <section className="stack tight">
      <h3>{t('savedReplies')}</h3>
      {!data && error && <PartFailed onRetry={refetch} />}
      {data?.length === 0 && <p className="meta">{t('noReplies')}</p>}
      {replies.length >= SEARCHED_FROM && (
        <input
          className="input"
          type="search"
          aria-label={t('searchReplies')}
          placeholder={t('searchReplies')}
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
      )}
      {replies.length > 0 && found.length === 0 && <p className="meta">{t('noReplyFound')}</p>}
      <ul className="saved">
        {found.map(reply => (
          <li key={reply}>
            <button className="pick" type="button" dir="auto" onClick={() => onPick(reply)}>
              {reply}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
