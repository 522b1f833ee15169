import { type Language, languageCodes } from '../../../contract/languages.ts'
import type { PeopleFilter } from '../../../contract/organisation/people.ts'
import { reportSpans } from '../../../contract/organisation/reports.ts'
import { DAY } from '../../../contract/time.ts'
import { updateEntry } from '../../router/router.ts'
import { useLocation } from '../../router/use-location.ts'
import { dayIn } from '../frame/days/chosen-day.ts'

export type Span = (typeof reportSpans)[number]
export const defaultSpan: Span = '30'

/** The filters of a report. The days are a span, or a range (`from`, `to`). An empty text means no filter. */
export type ReportFilters = {
  days: Span
  from: string
  to: string
  course: string
  lesson: string
  language: Language | ''
  mentor: string
  link: string
  version: string
  /** `1`: waits without nights and rest days; `0`: whole waits; empty: as the settings say. */
  awake: '1' | '0' | ''
  page: string
}
export type FilterName = keyof ReportFilters
/** The filters of most reports, in the order of the screen. */
export const defaultFilters = ['days', 'course', 'mentor', 'link', 'lesson', 'language'] as const
export type ChangeFilters = (change: Partial<ReportFilters>) => void

/** The filters in the URL, so that a link shows the same report. */
export function useFilters(): [ReportFilters, ChangeFilters] {
  const { search } = useLocation()
  return [filtersIn(search), change => updateEntry({ search: searchOf({ ...filtersIn(location.search), ...change }) })]
}

export function filtersIn(search: string): ReportFilters {
  const words = new URLSearchParams(search)
  const text = (name: string) => words.get(name)?.slice(0, 200) ?? ''
  const fitting = (name: string, pattern: RegExp) => pattern.exec(words.get(name) ?? '')?.[0] ?? ''
  const [from, to] = [dayIn(words.get('from')), dayIn(words.get('to'))]
  const isWhole = from !== '' && to !== '' && from <= to
  return {
    days: reportSpans.find(span => span === words.get('days')) ?? defaultSpan,
    from: isWhole ? from : '',
    to: isWhole ? to : '',
    course: text('course'),
    lesson: text('lesson'),
    page: text('page'),
    language: languageCodes.find(code => code === words.get('language')) ?? '',
    mentor: fitting('mentor', /^(none|\d{1,9})$/),
    link: text('link'),
    version: fitting('version', /^\d{1,6}$/),
    awake: fitting('awake', /^[01]$/) as '1' | '0' | '',
  }
}

export function searchOf(filters: Partial<ReportFilters>): string {
  const words = new URLSearchParams()
  const { days, ...rest } = filters
  if (days && days !== defaultSpan && !filters.from) words.set('days', days)
  for (const [name, value] of Object.entries(rest)) if (value) words.set(name, value)
  const text = words.toString()
  return text && `?${text}`
}

type WithRange<Name extends FilterName> = Name | ('days' extends Name ? 'from' | 'to' : never)
type Sent<Name extends FilterName> = { [N in WithRange<Name>]?: Exclude<ReportFilters[N], ''> }

/** The filters of a report as its call takes them. The days are a span or a range. */
export function queryOf<Name extends FilterName>(filters: ReportFilters, names: readonly Name[]): Sent<Name> {
  const query: Partial<ReportFilters> = {}
  const sent = names.flatMap<FilterName>(name => (name === 'days' && filters.from ? ['from', 'to'] : name))
  for (const name of sent) if (filters[name]) Object.assign(query, { [name]: filters[name] })
  return query as Sent<Name>
}

/** The URLs to which the findings of a report lead: to the same people, as far as filters can describe them. */
export function pathsFor({ course, lesson, mentor, link, language }: ReportFilters) {
  const people = (filter: PeopleFilter) => `/org/people?${new URLSearchParams({ filter, ...(mentor && { mentor }) })}`
  return {
    waitingPeople: people('waiting'),
    silentPeople: people('silent'),
    silentReport: `/org/reports/silent${searchOf({ course, lesson, mentor, link, language })}`,
    courseReport: `/org/reports/courses${searchOf({ course, lesson, mentor, link })}`,
  }
}

/** A range of the same length that ends with the day `nearest`, or begins with it if that is later. */
export function daysAt(
  nearest: string,
  { from, to }: { from: string; to: string },
): Pick<ReportFilters, 'from' | 'to'> {
  const length = (timeOf(to) - timeOf(from)) / DAY
  return nearest < from
    ? { from: addDays(nearest, -length), to: nearest }
    : { from: nearest, to: addDays(nearest, length) }
}

function addDays(date: string, count: number): string {
  return new Date(timeOf(date) + count * DAY).toISOString().slice(0, 10)
}

function timeOf(date: string): number {
  return Date.parse(`${date}T00:00Z`)
}
