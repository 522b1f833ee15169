import { sql } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { CourseFunnel } from '../../../contract/organisation/reports.ts'
import { DAY } from '../../../contract/time.ts'
import { pageTitle } from '../../courses/catalogue/page-title.ts'
import type { CourseContent } from '../../courses/catalogue/snapshot.ts'
import type { Db } from '../../database/tables.ts'
import {
  type DaysQuery,
  nearestTo,
  numberedLessonsOf,
  type Range,
  type ReportLesson,
  rangeOfDays,
  shownRange,
} from './days/range.ts'
import { BETWEEN_IDS, inLessons, ofPeople, peopleIn, type ReportPeople } from './filters.ts'
import type { ReportContext } from './report-context.ts'

type Query = DaysQuery & {
  course: string
  lesson?: string | undefined
  mentor?: string | undefined
  link?: string | undefined
  version?: string | undefined
}
type Filter = ReportPeople & { version: number | undefined }
type Lesson = NonNullable<CourseFunnel['lesson']>
type Page = Lesson['pages'][number]

const STOPPED_AFTER_MS = 3 * DAY
/**
 * A page stands out if this many people and this share of people stop there, and twice the share of the middle page.
 */
const FEWEST_STOPPED = 5
const SHARE_STOPPED = 0.15

/** How far people came in a course. It counts the people who began one of its lessons in these days. */
export async function courseFunnel(
  db: Db,
  query: Query,
  { settings, reach, now }: ReportContext,
): Promise<CourseFunnel> {
  const range = rangeOfDays(query, settings, now)
  const filter = {
    ...peopleIn(query, reach),
    version: query.version === undefined ? undefined : Number(query.version),
  }
  const row = await db.selectFrom('courses').select('content').where('id', '=', query.course).executeTakeFirst()
  if (!row) throw new ApiError('not-found')
  const all = await numberedLessonsOf(db, query.course)
  const { counts, nearest } = await countsOf(db, { range, lessons: all, filter })
  const lessons = all.map(({ lesson: { id, title }, number }) => ({
    ...{ lessonId: id, number, title },
    ...(counts.get(id) ?? { began: 0, finished: 0 }),
  }))
  const chosen = query.lesson ?? mostLost(lessons)
  const lesson = all.find(({ lesson: { id } }) => id === chosen)
  const about = lessons.find(({ lessonId }) => lessonId === chosen)
  const pages = lesson && about && about.began > 0 ? await peopleOnPages(db, { lesson, range, filter, now }) : []
  const costly = mostCostly(pages)
  return {
    range: shownRange(range, settings, nearest),
    course: {
      id: query.course,
      title: (JSON.parse(row.content) as CourseContent).title,
      versions: await versionsOf(db, query.course),
    },
    finding: costly && {
      code: 'page-stops',
      pageId: costly.pageId,
      title: costly.title,
      stopped: costly.stopped,
      reached: costly.reached,
    },
    lessons,
    lesson: about ? { ...about, pages: pages.map(page => ({ ...page, isMostCostly: page === costly })) } : null,
  }
}

async function versionsOf(db: Db, courseId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('course_versions')
    .select('number')
    .where('course_id', '=', courseId)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

function mostLost(lessons: CourseFunnel['lessons']): string | undefined {
  const lost = ({ began, finished }: { began: number; finished: number }) => began - finished
  const [most] = lessons.filter(({ began }) => began > 0).toSorted((one, other) => lost(other) - lost(one))
  return most?.lessonId
}

/**
 * A row for each person and lesson. A person belongs to the version in which they logged their first page of it.
 * `alsoSelected`: further columns.
 */
function firstPages(lessons: readonly string[], { version, ...people }: Filter, alsoSelected = sql``) {
  const begun = sql`select lesson_id, uid, min(first_at) as began_at, max(first_at) as last_at ${alsoSelected} from page_answers
    where true ${inLessons({ lessons })} ${ofPeople('page_answers.uid', people)}
    group by lesson_id, uid`
  if (version === undefined) return begun
  // The version is looked up once for each person, not for each page.
  return sql`select * from (${begun}) as of_all where exists (
    select 1 from page_answers as first where first.lesson_id = of_all.lesson_id and first.uid = of_all.uid
      and first.first_at = of_all.began_at and first.course_version = ${version})`
}

async function countsOf(
  db: Db,
  { range, lessons, filter }: { range: Range; lessons: readonly ReportLesson[]; filter: Filter },
) {
  const ids = lessons.map(({ lesson: { id } }) => id)
  const { rows } = await sql<{ lesson_id: string; began: number; finished: number }>`
    select begun.lesson_id, count(*) as began, count(done.uid) as finished from (${firstPages(ids, filter)}) as begun
    left join completed_lessons as done on done.uid = begun.uid and done.lesson_id = begun.lesson_id
    where began_at >= ${range.from} and began_at < ${range.to} group by begun.lesson_id`.execute(db)
  const counts = new Map(rows.map(row => [row.lesson_id, { began: Number(row.began), finished: Number(row.finished) }]))
  if (rows.length > 0) return { counts, nearest: null }
  const other = await sql<{ began_at: number }>`
    select began_at from (${firstPages(ids, filter)}) as begun order by began_at desc limit 10000`.execute(db)
  return {
    counts,
    nearest: nearestTo(
      range,
      other.rows.map(row => row.began_at),
    ),
  }
}

type OfLesson = { lesson: ReportLesson; range: Range; filter: Filter; now: number }

/** Counts by page id, so a page that was moved or added later counts only for people who reached it. */
export async function peopleOnPages(
  db: Db,
  { lesson: { lesson, pages }, range, filter, now }: OfLesson,
): Promise<Page[]> {
  const allPages = sql`, string_agg(page_id, ${BETWEEN_IDS}) as pages`
  const { rows } = await sql<OnPages>`
    select begun.pages, begun.last_at, case when done.uid is null then 0 else 1 end as is_done
    from (${firstPages([lesson.id], filter, allPages)}) as begun
    left join completed_lessons as done on done.uid = begun.uid and done.lesson_id = begun.lesson_id
    where began_at >= ${range.from} and began_at < ${range.to}`.execute(db)
  const counts = countsOnPages(pages, rows, now)
  return pages.map((page, index) => {
    const { wentOn, stopped, stillThere } = counts[index] as (typeof counts)[number]
    const reached = wentOn + stopped + stillThere
    const count = { reached, wentOn, stopped, stillThere }
    return { pageId: page.id, number: index + 1, title: pageTitle(page), ...count, isMostCostly: false }
  })
}

/** The ids of the pages that a person logged in a lesson, joined, and whether the lesson is complete. */
type OnPages = { pages: string; last_at: number; is_done: number }

function countsOnPages(pages: ReportLesson['pages'], rows: readonly OnPages[], now: number) {
  const numberOf = new Map(pages.map(({ id }, index) => [id, index]))
  const counts = pages.map(() => ({ wentOn: 0, stopped: 0, stillThere: 0 }))
  for (const row of rows) {
    let last = -1
    for (const id of row.pages.split(BETWEEN_IDS)) {
      const number = numberOf.get(id)
      const count = number === undefined ? undefined : counts[number]
      if (count) count.wentOn += 1
      last = Math.max(number ?? -1, last)
    }
    const next = row.is_done === 1 ? undefined : counts[last + 1]
    if (next) next[row.last_at <= now - STOPPED_AFTER_MS ? 'stopped' : 'stillThere'] += 1
  }
  return counts
}

function mostCostly(pages: readonly Page[]): Page | null {
  const reached = pages.filter(page => page.reached > 0)
  const shares = reached.map(shareStopped).toSorted((one, other) => one - other)
  const middle = ((shares[(shares.length - 1) >> 1] ?? 0) + (shares[shares.length >> 1] ?? 0)) / 2
  const [most] = reached
    .filter(page => page.stopped >= FEWEST_STOPPED)
    .filter(page => shareStopped(page) >= Math.max(SHARE_STOPPED, 2 * middle))
    .toSorted((one, other) => other.stopped - one.stopped)
  return most ?? null
}

function shareStopped({ stopped, reached }: Page): number {
  return stopped / reached
}
