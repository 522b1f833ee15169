import { useTranslations } from 'use-intl'
import { listPeople } from '../../../../contract/organisation/people.ts'
import { call } from '../../../api.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { AsOf } from '../../frame/as-of.tsx'
import { LimitNote } from '../../frame/limit-note.tsx'
import { NotLoaded } from '../../frame/not-loaded.tsx'
import { OrgIcon } from '../../frame/org-icon.tsx'
import { OrgLink } from '../../frame/org-link.tsx'
import { usePagedList } from '../../frame/use-paged-list.ts'
import { useIsOwner } from '../../use-is-owner.ts'
import { useIsLimited } from '../../use-limit.ts'
import { ChosenBar, isNotMentor, useChosen } from './chosen-learners.tsx'
import { defaultSort, type PeopleList, useListInUrl } from './list-in-url.ts'
import { Filters, MentorSelect, Search } from './people-filters.tsx'
import { SortSelect } from './people-sort.tsx'
import { PeopleTable } from './people-table.tsx'
import { uniqueByUid } from './unique-by-uid.ts'
import '../people.css'

/** The people of the organisation: found, filtered and sorted. */
export function PeopleScreen() {
  const t = useTranslations('people')
  const team = useTranslations('team')
  // The link has the heading of its screen, which is another one for owners, who change roles there.
  const isOwner = useIsOwner()
  const [list, change] = useListInUrl()
  const chosen = useChosen()
  const pages = usePagedList(`people ${JSON.stringify(list)}`, async cursor => {
    const { people: rows, next, counts, total } = (await call(listPeople, { query: queryOf(list, cursor) })).data
    return { rows, next: next ?? undefined, about: { counts, total } }
  })
  const { counts, total } = pages.about ?? {}
  const people = { ...pages, rows: pages.rows && uniqueByUid(pages.rows) }
  return (
    <main className="page people">
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p className="lead">{counts ? t('count', { count: counts.all }) : '\u00a0'}</p>
          <LimitNote />
        </div>
        <div className="row header-acts">
          <OrgLink className="btn second small" to="/org/team">
            {team(isOwner ? 'title' : 'members')}
          </OrgLink>
          <OrgLink className="btn small" to="/org/invite">
            <OrgIcon name="plus" />
            {t('invite')}
          </OrgLink>
        </div>
      </header>
      <AsOf of={people.stale} />
      <div className="people-find">
        <Search q={list.q} label={t('search')} onChange={q => change({ q })} />
        <MentorSelect mentor={list.mentor} onChange={mentor => change({ mentor })} />
      </div>
      <Filters
        current={list.filter}
        counts={counts ?? undefined}
        onChange={filter => change({ filter, sort: defaultSort(filter), isReversed: false })}
      />
      {!chosen.isOn && people.rows?.some(isNotMentor) && (
        <button className="btn quiet small choose" type="button" onClick={chosen.begin}>
          {t('choose')}
        </button>
      )}
      {people.rows?.length !== 0 && <SortSelect list={list} onSort={change} />}
      {people.rows?.length !== 0 && (
        // The table is shown even without rows, so that a pressed heading keeps the focus while the list is loaded.
        <PeopleTable rows={people.rows ?? []} list={list} chosen={chosen} onSort={change} />
      )}
      {people.rows?.length === 0 && <Nobody list={list} onEverywhere={() => change({ mentor: '', filter: 'all' })} />}
      {(!people.rows || (people.error && !people.stale.data)) && (
        <NotLoaded error={people.error} label={t('loading')} text={t('error')} onRetry={people.retry} />
      )}
      <p className="meta" role="status">
        {people.rows && total != null && people.rows.length > 0 ? t('shown', { shown: people.rows.length, total }) : ''}
      </p>
      {people.hasMore && (
        <button className="btn second" type="button" aria-busy={people.isLoading} onClick={() => void people.more()}>
          {t('more')}
        </button>
      )}
      {chosen.isOn && <ChosenBar chosen={chosen} shown={people.rows} onMoved={() => void people.reload()} />}
    </main>
  )
}

function queryOf({ filter, sort, isReversed, mentor, q }: PeopleList, cursor: string | undefined) {
  return {
    filter,
    sort,
    ...(isReversed ? { isReversed: 'true' as const } : {}),
    ...(mentor ? { mentor } : {}),
    ...(q ? { q } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  }
}

function Nobody({ list, onEverywhere }: { list: PeopleList; onEverywhere(): void }) {
  const t = useTranslations('people')
  const isLimited = useIsLimited()
  if (!list.q && list.filter === 'all' && !list.mentor)
    return (
      <div className="card stack">
        <p>{t('empty')}</p>
        <OrgLink className="btn small" to="/org/invite">
          {t('invite')}
        </OrgLink>
      </div>
    )
  if (!list.q && list.filter === 'mentors')
    return (
      <div className="card stack">
        <p>{t(isLimited ? 'noneHere' : 'noMentors')}</p>
        {!isLimited && (
          <OrgLink className="btn small" to="/org/team?invite=mentor">
            {t('inviteMentor')}
          </OrgLink>
        )}
      </div>
    )
  const isNarrow = list.mentor !== '' || list.filter !== 'all'
  return (
    <div className="card stack">
      <p>{list.q ? t('noHit', { q: isolated(list.q) }) : t('noneHere')}</p>
      {isNarrow && (
        <button className="btn second small" type="button" onClick={onEverywhere}>
          {t('everywhere')}
        </button>
      )}
    </div>
  )
}
