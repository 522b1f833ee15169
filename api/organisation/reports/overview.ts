import { type RawBuilder, sql } from 'kysely'
import type { Overview } from '../../../contract/organisation/reports.ts'
import type { Db } from '../../database/tables.ts'
import { addDays } from './days/days.ts'
import { type CourseFilter, chosenLessons, type DaysQuery, rangeOfDays, shownRange } from './days/range.ts'
import { type Week, weekIndex, weeksOf } from './days/weeks.ts'
import { type WeeksColumn, weeksColumn } from './days/weeks-column.ts'
import { inLessons, isAmong, nearestPage, ofPeople, peopleIn, type ReportPeople } from './filters.ts'
import { isLearner } from './learners.ts'
import type { ReportContext } from './report-context.ts'

type Query = CourseFilter & DaysQuery & { mentor?: string | undefined; link?: string | undefined }
type Counts = Overview['total']
type Span = { from: number; to: number }
type Filter = ReportPeople & { lessons: readonly string[] | undefined }
/** The weeks in which each person did something, by the index of the week. */
type WeeksOfPeople = Map<string, Set<number>>

/** A finding needs a change of at least this many people and this share. */
const FEWEST_CHANGED = 5
const SHARE_CHANGED = 0.2

/** People who learned, week by week. */
export async function overviewOf(db: Db, query: Query, { settings, reach, now }: ReportContext): Promise<Overview> {
  const range = rangeOfDays(query, settings, now)
  const filter = { lessons: await chosenLessons(db, query), ...peopleIn(query, reach) }
  const weeks = weeksOf(range, settings)
  const { learned, began } = await pagesIn(db, weeks, filter)
  if (filter.lessons === undefined) await addWritten(db, { learned, weeks, filter })
  const completed = await completedIn(db, weeks, filter)
  const newPeople = await joinedIn(db, weeks, filter)
  const all = { learned, began, completed, newPeople }
  const total = countsOf(all, people => people.size)
  const byWeek = {
    learned: peopleByWeek(learned),
    began: peopleByWeek(began),
    completed: peopleByWeek(completed),
    newPeople: peopleByWeek(newPeople),
  }
  const shown = weeks.map(({ to, firstDay, lastDay }, index) => ({
    ...{ from: firstDay, to: lastDay, isUnfinished: to > now },
    ...countsOf(byWeek, counts => counts.get(index) ?? 0),
  }))
  const isEmpty = Object.values(total).every(count => count === 0)
  const nearest = isEmpty ? await nearestPage(db, range, filter) : null
  return { range: shownRange(range, settings, nearest), finding: changeIn(shown), total, weeks: shown }
}

function countsOf<Part>(parts: Record<keyof Counts, Part>, count: (part: Part) => number): Counts {
  return {
    learned: count(parts.learned),
    began: count(parts.began),
    completed: count(parts.completed),
    newPeople: count(parts.newPeople),
  }
}

function peopleByWeek(people: WeeksOfPeople): Map<number, number> {
  const counts = new Map<number, number>()
  for (const weeks of people.values()) for (const week of weeks) counts.set(week, (counts.get(week) ?? 0) + 1)
  return counts
}

/** The change between the last two whole weeks. */
function changeIn(weeks: Overview['weeks']): Overview['finding'] {
  const whole = weeks.filter(({ from, to, isUnfinished }) => !isUnfinished && addDays(from, 6) === to)
  const [before, last] = whole.slice(-2).map(({ learned }) => learned)
  if (before === undefined || last === undefined) return null
  const change = last - before
  if (Math.abs(change) < FEWEST_CHANGED || Math.abs(change) < SHARE_CHANGED * before) return null
  return { code: change < 0 ? 'fewer-learned' : 'more-learned', now: last, before }
}

/**
 * Weeks in which people logged a page for the first time, and in which they began a lesson. Reads all pages from the
 * index by person, even those outside of the range: that needs no sorting, and so is faster than reading a long range.
 */
async function pagesIn(db: Db, weeks: readonly Week[], filter: Filter) {
  const column = weeksColumn(db, weeks)
  const { rows } = await sql<{ uid: string; learned: string | null; began: string | null }>`
    select uid, ${column.joined(sql`weeks`)} as learned, ${column.joined(sql`began`)} as began from (
      select uid, weeks, ${column.ofOne(sql`began_at`)} as began from (${weeksByLesson(column, filter)}) as given
    ) as by_lesson
    group by uid`.execute(db)
  const indexes = (name: 'learned' | 'began'): WeeksOfPeople =>
    new Map(rows.map(row => [row.uid, column.read(row[name])] as const).filter(([, read]) => read.size > 0))
  return { learned: indexes('learned'), began: indexes('began') }
}

/**
 * A row for each person and lesson. With chosen lessons there is one query for each: an index has the pages of a lesson
 * by person, so PostgreSQL sorts nothing. For several lessons in one query it would sort, and write temporary files.
 */
function weeksByLesson(column: WeeksColumn, filter: Filter): RawBuilder<unknown> {
  const given = sql`min(first_at) as began_at, ${column.ofRows(sql`first_at`)} as weeks from page_answers`
  const people = ofPeople('page_answers.uid', filter)
  const { lessons } = filter
  if (!lessons || lessons.length === 0)
    return sql`select uid, lesson_id, ${given} where true ${inLessons(filter)} ${people} group by uid, lesson_id`
  const each = lessons.map(
    id => sql`select uid, ${id} as lesson_id, ${given} where lesson_id = ${id} ${people} group by uid`,
  )
  return sql.join(each, sql` union all `)
}

/**
 * Adds the weeks in which people wrote. This is only for a report on all lessons, because messages belong to no lesson.
 */
async function addWritten(
  db: Db,
  { learned, weeks, filter }: { learned: WeeksOfPeople; weeks: Week[]; filter: Filter },
) {
  const { from, to } = spanOf(weeks)
  const { rows } = await sql<{ uid: string; week: number }>`select distinct learner_uid as uid,
      ${weekIndex(weeks, sql`sent_at`)} as week from messages
    where author_id is null and sent_at >= ${from} and sent_at < ${to} ${ofPeople('messages.learner_uid', filter)}`.execute(
    db,
  )
  for (const { uid, week } of rows) addWeek(learned, uid, Number(week))
}

async function completedIn(db: Db, weeks: readonly Week[], filter: Filter): Promise<WeeksOfPeople> {
  const { from, to } = spanOf(weeks)
  const { rows } = await sql<{ uid: string; week: number }>`select distinct uid,
      ${weekIndex(weeks, sql`completed_at`)} as week from completed_lessons
    where completed_at >= ${from} and completed_at < ${to}
    ${inLessons(filter)} ${ofPeople('completed_lessons.uid', filter)}`.execute(db)
  return weeksOfPeople(rows)
}

/** Counts new people. The lessons of the filter do not matter, because each person is new only once. */
async function joinedIn(db: Db, weeks: readonly Week[], filter: Filter): Promise<WeeksOfPeople> {
  const { from, to } = spanOf(weeks)
  const { rows } = await sql<{ uid: string; week: number }>`select uid, ${weekIndex(weeks, sql`created_at`)} as week
    from users where created_at >= ${from} and created_at < ${to} and ${isLearner()} ${isAmong(filter)}`.execute(db)
  return weeksOfPeople(rows)
}

function weeksOfPeople(rows: readonly { uid: string; week: number }[]): WeeksOfPeople {
  const people: WeeksOfPeople = new Map()
  for (const { uid, week } of rows) addWeek(people, uid, Number(week))
  return people
}

function addWeek(people: WeeksOfPeople, uid: string, week: number): void {
  const known = people.get(uid)
  if (known) known.add(week)
  else people.set(uid, new Set([week]))
}

function spanOf(weeks: readonly Week[]): Span {
  return { from: weeks[0]?.from ?? 0, to: weeks.at(-1)?.to ?? 0 }
}
