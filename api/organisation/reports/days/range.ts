import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { Language } from '../../../../contract/languages.ts'
import type { LessonContent } from '../../../../contract/lesson-media.ts'
import type { reportSpans } from '../../../../contract/organisation/reports.ts'
import type { CourseContent } from '../../../courses/catalogue/snapshot.ts'
import type { Db } from '../../../database/tables.ts'
import { addDays, dayOf, firstMomentOf } from './days.ts'
import type { ReportSettings } from './report-settings.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 1100

/** `from` and `to` in epoch ms, `to` excluded. */
export type Range = { from: number; to: number; firstDay: string; lastDay: string }

/** The days in the query of a call. */
export type DaysQuery = {
  from?: string | undefined
  to?: string | undefined
  days?: (typeof reportSpans)[number] | undefined
}

export function rangeOfDays({ from, to, days }: DaysQuery, { timeZone }: ReportSettings, now: number): Range {
  if (days && (from ?? to)) throw new ApiError('bad-request', { message: 'days: not together with from and to' })
  const lastDay = to ?? dayOf(now, timeZone)
  const isYear = days === 'year'
  const firstDay =
    from ?? (isYear ? `${lastDay.slice(0, 4)}-01-01` : addDays(lastDay, 1 - Number(days ?? DEFAULT_DAYS)))
  if (firstDay > lastDay) throw new ApiError('bad-request', { message: 'from: is after to' })
  if (addDays(firstDay, MAX_DAYS) < lastDay) throw new ApiError('bad-request', { message: 'from: is too long ago' })
  return {
    from: firstMomentOf(firstDay, timeZone),
    to: firstMomentOf(addDays(lastDay, 1), timeZone),
    firstDay,
    lastDay,
  }
}

/** The range for replies. `nearest` is the moment with data that is nearest to a range without any. */
export function shownRange(range: Range, { timeZone }: ReportSettings, nearest: number | null = null) {
  const day = nearest === null ? null : dayOf(nearest, timeZone)
  return { from: range.firstDay, to: range.lastDay, timeZone, nearest: day }
}

/**
 * The moment nearest to the range: the last one before it, or the first one after it. Null if a moment is in the range.
 */
export function nearestTo({ from, to }: Range, times: readonly number[]): number | null {
  let [before, after] = [-Infinity, Infinity]
  for (const time of times) {
    if (time >= from && time < to) return null
    if (time < from) before = Math.max(before, time)
    else after = Math.min(after, time)
  }
  return [before, after].find(Number.isFinite) ?? null
}

export type CourseFilter = { course?: string | undefined; lesson?: string | undefined; language?: Language | undefined }

/** The ids of the chosen lessons; undefined for all. */
export async function chosenLessons(db: Db, { course, lesson, language }: CourseFilter): Promise<string[] | undefined> {
  if (course === undefined && lesson === undefined && language === undefined) return undefined
  const rows = await db
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select(['lessons.id', 'course_id', 'courses.content'])
    .execute()
  return rows
    .filter(
      row =>
        (course ?? row.course_id) === row.course_id &&
        (lesson ?? row.id) === row.id &&
        (language === undefined || (JSON.parse(row.content) as CourseContent).language === language),
    )
    .map(({ id }) => id)
}

export type ReportLesson = LessonContent & { number: number }

/** The lessons of a course, withdrawn or not, in order. */
export async function numberedLessonsOf(db: Db, courseId: string): Promise<ReportLesson[]> {
  const rows = await db
    .selectFrom('lessons')
    .select('content')
    .where('course_id', '=', courseId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ content }, index) => ({ ...(JSON.parse(content) as LessonContent), number: index + 1 }))
}
