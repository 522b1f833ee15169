import {
  type PeopleFilter,
  type PeopleSort,
  peopleFilters,
  peopleSorts,
} from '../../../../contract/organisation/people.ts'
import { updateEntry } from '../../../router/router.ts'
import { useLocation } from '../../../router/use-location.ts'

export type PeopleList = { filter: PeopleFilter; sort: PeopleSort; isReversed: boolean; mentor: string; q: string }

const USUAL_FILTER: PeopleFilter = 'all'

/** The longest wait comes first in a list of those who wait. */
export function defaultSort(filter: PeopleFilter): PeopleSort {
  return filter === 'waiting' ? 'waiting' : 'active'
}

/** A change may depend on the list in the URL: a second press can come before the first one is drawn. */
export type ListChange = Partial<PeopleList> | ((now: PeopleList) => Partial<PeopleList>)

/** The list as the URL describes it, so that a link and the browser's Back show the same list. */
export function useListInUrl(): [PeopleList, (change: ListChange) => void] {
  const { search } = useLocation()
  return [peopleListIn(search), change => updateEntry({ search: changed(peopleListIn(location.search), change) })]
}

function changed(now: PeopleList, change: ListChange): string {
  return searchOf({ ...now, ...(typeof change === 'function' ? change(now) : change) })
}

export function peopleListIn(search: string): PeopleList {
  const words = new URLSearchParams(search)
  const filter = oneOf(peopleFilters, words.get('filter')) ?? USUAL_FILTER
  return {
    filter,
    sort: oneOf(peopleSorts, words.get('sort')) ?? defaultSort(filter),
    isReversed: words.has('reversed'),
    mentor: /^(none|\d{1,9})$/.exec(words.get('mentor') ?? '')?.[0] ?? '',
    q: words.get('q')?.slice(0, 100) ?? '',
  }
}

function oneOf<T extends string>(options: readonly T[], word: string | null): T | undefined {
  return options.find(option => option === word)
}

function searchOf({ filter, sort, isReversed, mentor, q }: PeopleList): string {
  const words = new URLSearchParams()
  if (filter !== USUAL_FILTER) words.set('filter', filter)
  if (sort !== defaultSort(filter)) words.set('sort', sort)
  if (isReversed) words.set('reversed', '')
  if (mentor) words.set('mentor', mentor)
  if (q) words.set('q', q)
  const text = words.toString()
  return text && `?${text}`
}
