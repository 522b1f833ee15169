import { useEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import {
  listPeople,
  type PeopleCounts,
  type PeopleFilter,
  peopleFilters,
} from '../../../contract/organisation/people.ts'
import { call } from '../../api.ts'
import { useQuery } from '../../queries/use-query.ts'
import { Icon } from '../../ui/icon.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Bones } from '../frame/bones.tsx'
import { OrgIcon } from '../frame/org-icon.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { usePages } from '../frame/use-pages.ts'
import { type List, useListInAddress } from './list-in-address.ts'
import { mentorsQuery } from './people-queries.ts'
import { PeopleTable } from './people-table.tsx'
import './people.css'

const TYPING_PAUSE_MS = 300

/** The people of the place: found, filtered and sorted. */
export function PeopleScreen() {
  const t = useTranslations('people')
  const [list, change] = useListInAddress()
  const [counts, setCounts] = useState<PeopleCounts>()
  const [total, setTotal] = useState<number>()
  const people = usePages(JSON.stringify(list), async cursor => {
    const { data } = await call(listPeople, { query: queryOf(list, cursor) })
    if (data.counts) setCounts(data.counts)
    if (data.total !== null) setTotal(data.total)
    return { rows: data.people, next: data.next ?? undefined }
  })
  return (
    <main className="page people">
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p className="lead">{counts ? t('count', { count: counts.all }) : '\u00a0'}</p>
        </div>
        <div className="row header-acts">
          <OrgLink className="btn second small" to="/org/team">
            {t('team')}
          </OrgLink>
          <OrgLink className="btn small" to="/org/invite">
            <OrgIcon name="plus" />
            {t('invite')}
          </OrgLink>
        </div>
      </header>
      <div className="people-find">
        <Search q={list.q} onChange={q => change({ q })} />
        <MentorChoice mentor={list.mentor} onChange={mentor => change({ mentor })} />
      </div>
      <Filters current={list.filter} counts={counts} onChange={filter => change({ filter, ...sortFor(filter) })} />
      {people.rows ? (
        <PeopleTable rows={people.rows} list={list} onSort={change} />
      ) : (
        !people.error && <Bones label={t('loading')} />
      )}
      {people.rows?.length === 0 && <Nobody list={list} onEverywhere={() => change({ mentor: '', filter: 'all' })} />}
      {people.error && <LoadFailed error={people.error} text={t('error')} onRetry={people.reload} />}
      <p className="meta" role="status">
        {people.rows && total !== undefined && people.rows.length > 0
          ? t('shown', { shown: people.rows.length, total })
          : ''}
      </p>
      {people.hasMore && (
        <button className="btn second" type="button" aria-busy={people.isLoading} onClick={() => void people.more()}>
          {t('more')}
        </button>
      )}
    </main>
  )
}

/** The longest wait first. */
function sortFor(filter: PeopleFilter): Pick<List, 'sort' | 'isReversed'> {
  return { sort: filter === 'waiting' ? 'waiting' : 'active', isReversed: false }
}

function queryOf({ filter, sort, isReversed, mentor, q }: List, cursor: string | undefined) {
  return {
    filter,
    sort,
    ...(isReversed ? { isReversed: 'true' as const } : {}),
    ...(mentor ? { mentor } : {}),
    ...(q ? { q } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  }
}

function Search({ q, onChange }: { q: string; onChange(q: string): void }) {
  const t = useTranslations('people')
  const [text, setText] = useState(q)
  const told = useRef(q)
  useEffect(() => {
    if (text === told.current) return
    const timer = setTimeout(() => {
      told.current = text
      onChange(text.trim())
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <label className="people-search">
      <span className="visually-hidden">{t('search')}</span>
      <Icon name="search" />
      <input
        className="input"
        type="search"
        maxLength={100}
        placeholder={t('search')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  )
}

function MentorChoice({ mentor, onChange }: { mentor: string; onChange(mentor: string): void }) {
  const t = useTranslations('people')
  const mentors = useQuery(mentorsQuery)
  return (
    <label>
      <span className="visually-hidden">{t('mentor')}</span>
      <select className="input" value={mentor} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('allMentors')}</option>
        {mentors.data?.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
        <option value="none">{t('noMentor')}</option>
      </select>
    </label>
  )
}

function Filters({
  current,
  counts,
  onChange,
}: {
  current: PeopleFilter
  counts: PeopleCounts | undefined
  onChange(filter: PeopleFilter): void
}) {
  const t = useTranslations('people')
  const format = useFormatter()
  const countOf = (filter: PeopleFilter) => counts?.[filter === 'not-started' ? 'notStarted' : filter]
  return (
    <fieldset className="seg slide">
      <legend className="visually-hidden">{t('filter')}</legend>
      {peopleFilters.map(filter => {
        const count = countOf(filter)
        return (
          <button key={filter} type="button" aria-pressed={filter === current} onClick={() => onChange(filter)}>
            {t(`filters.${filter}`)}{' '}
            {count !== undefined && count > 0 && filter !== 'all' && <bdi>{format.number(count)}</bdi>}
          </button>
        )
      })}
    </fieldset>
  )
}

function Nobody({ list, onEverywhere }: { list: List; onEverywhere(): void }) {
  const t = useTranslations('people')
  if (!list.q && list.filter === 'all' && !list.mentor)
    return (
      <div className="card stack">
        <p>{t('empty')}</p>
        <OrgLink className="btn small" to="/org/invite">
          {t('invite')}
        </OrgLink>
      </div>
    )
  const isNarrow = list.mentor !== '' || list.filter !== 'all'
  return (
    <div className="card stack">
      <p>{list.q ? t('noHit', { q: `\u2068${list.q}\u2069` }) : t('noneHere')}</p>
      {isNarrow && (
        <button className="btn second small" type="button" onClick={onEverywhere}>
          {t('everywhere')}
        </button>
      )}
    </div>
  )
}
