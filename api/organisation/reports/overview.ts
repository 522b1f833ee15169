import { sql } from 'kysely'
import type { Overview } from '../../../contract/organisation/reports.ts'
import type { Db } from '../../database/tables.ts'
import { addDays, startOf, weekdayOf } from './days/days.ts'
import { type Chosen, chosenLessons, mentorIn, type Range, rangeOf, shownRange } from './days/range.ts'
import { hasMentor, inLessons, ofMentor } from './filters.ts'
import type { ReportContext } from './report-context.ts'

type Query = Chosen & { from?: string | undefined; to?: string | undefined; mentor?: string | undefined }
type Counts = Overview['total']
type Span = { from: number; to: number }
type Filter = { lessons: readonly string[] | undefined; mentor: number | null | undefined }

/** A change of fewer people or a smaller share is not said to stand out. */
const FEWEST_CHANGED = 5
const SHARE_CHANGED = 0.2

/** Who learned, week by week. */
export async function overviewOf(db: Db, query: Query, { settings, now }: ReportContext): Promise<Overview> {
  const range = rangeOf(query, settings, now)
  const filter = { lessons: await chosenLessons(db, query), mentor: mentorIn(query.mentor) }
  const spans = weeksOf(range, settings)
  const begun = await begunIn(db, range, filter)
  const completed = await completedIn(db, range, filter)
  const joined = await joinedIn(db, range, filter)
  const countsIn = async (span: Span): Promise<Counts> => ({
    learned: await countLearned(db, span, filter),
    began: peopleIn(begun, span),
    completed: peopleIn(completed, span),
    newPeople: peopleIn(joined, span),
  })
  const totalIn = async (): Promise<Counts> => {
    if (range.to <= now || filter.lessons !== undefined) return countsIn(range)
    const learned = await countLastHere(db, range, filter)
    const people = (events: readonly Event[]) => peopleIn(events, range)
    return { learned, began: people(begun), completed: people(completed), newPeople: people(joined) }
  }
  const weeks: Overview['weeks'] = []
  for (const { from, to, firstDay, lastDay } of spans) {
    const counts = await countsIn({ from, to })
    weeks.push({ from: firstDay, to: lastDay, isUnfinished: to > now, ...counts })
  }
  const [week] = weeks
  const { from: _, to: __, isUnfinished: ___, ...only } = week ?? { from: '', to: '', isUnfinished: false }
  const total = weeks.length === 1 ? (only as Counts) : await totalIn()
  const isEmpty = Object.values(total).every(count => count === 0)
  const nearest = isEmpty ? await nearestPage(db, range, filter) : null
  return { range: shownRange(range, settings, nearest), finding: changeIn(weeks), total, weeks }
}

/** Between the last two whole weeks. */
function changeIn(weeks: Overview['weeks']): Overview['finding'] {
  const whole = weeks.filter(({ from, to, isUnfinished }) => !isUnfinished && addDays(from, 6) === to)
  const [before, last] = whole.slice(-2).map(({ learned }) => learned)
  if (before === undefined || last === undefined) return null
  const change = last - before
  if (Math.abs(change) < FEWEST_CHANGED || Math.abs(change) < SHARE_CHANGED * before) return null
  return { code: change < 0 ? 'fewer-learned' : 'more-learned', now: last, before }
}

function weeksOf({ firstDay, lastDay }: Range, { timeZone, firstWeekday }: ReportContext['settings']) {
  const weeks: (Span & { firstDay: string; lastDay: string })[] = []
  for (let day = firstDay; day <= lastDay; ) {
    const daysLeft = 6 - ((weekdayOf(day) - firstWeekday + 7) % 7)
    const end = addDays(day, daysLeft)
    const last = end < lastDay ? end : lastDay
    const next = addDays(last, 1)
    weeks.push({ firstDay: day, lastDay: last, from: startOf(day, timeZone), to: startOf(next, timeZone) })
    day = next
  }
  return weeks
}

type Event = { uid: string; at: number }

function peopleIn(events: readonly Event[], { from, to }: Span): number {
  return new Set(events.filter(({ at }) => at >= from && at < to).map(({ uid }) => uid)).size
}

/** People who gave a page for the first time, or wrote a message. Messages belong to no lesson. */
async function countLearned(db: Db, { from, to }: Span, filter: Filter): Promise<number> {
  const written =
    filter.lessons === undefined
      ? sql`union select learner_uid from messages
          where author_id is null and sent_at >= ${from} and sent_at < ${to} ${ofMentor('messages.learner_uid', filter)}`
      : sql``
  const { rows } = await sql<{ people: number }>`select count(*) as people from (
    select distinct uid from page_answers
    where first_at >= ${from} and first_at < ${to} ${inLessons(filter)} ${ofMentor('page_answers.uid', filter)}
    ${written}) as active`.execute(db)
  return Number(rows[0]?.people ?? 0)
}

/** First pages of a lesson. Reads the pages of the range only, then looks whether there was an earlier one. */
async function begunIn(db: Db, { from, to }: Span, filter: Filter): Promise<Event[]> {
  const { rows } = await sql<Event>`select uid, at from (
    select lesson_id, uid, min(first_at) as at from page_answers
    where first_at >= ${from} and first_at < ${to} ${inLessons(filter)} ${ofMentor('page_answers.uid', filter)}
    group by lesson_id, uid) as begun
    where not exists (select 1 from page_answers as earlier where earlier.lesson_id = begun.lesson_id
      and earlier.uid = begun.uid and earlier.first_at < ${from})`.execute(db)
  return rows
}

/** In a range that is not over, all who learned in it were last here in it: faster than to read their pages. */
async function countLastHere(db: Db, { from }: Span, { mentor }: Filter): Promise<number> {
  const { rows } = await sql<{ people: number }>`select count(*) as people from users
    where active_at >= ${from} ${hasMentor({ mentor })}`.execute(db)
  return Number(rows[0]?.people ?? 0)
}

async function completedIn(db: Db, { from, to }: Span, filter: Filter): Promise<Event[]> {
  const { rows } = await sql<Event>`select uid, completed_at as at from completed_lessons
    where completed_at >= ${from} and completed_at < ${to}
    ${inLessons(filter)} ${ofMentor('completed_lessons.uid', filter)}`.execute(db)
  return rows
}

/** New people are new, whichever course they chose. */
async function joinedIn(db: Db, { from, to }: Span, { mentor }: Filter): Promise<Event[]> {
  const { rows } = await sql<Event>`select uid, created_at as at from users
    where created_at >= ${from} and created_at < ${to} ${hasMentor({ mentor })}`.execute(db)
  return rows
}

async function nearestPage(db: Db, { from, to }: Span, filter: Filter): Promise<number | null> {
  const where = sql`${inLessons(filter)} ${ofMentor('page_answers.uid', filter)}`
  const { rows } = await sql<{ before: number | null; after: number | null }>`select
    (select max(first_at) from page_answers where first_at < ${from} ${where}) as before,
    (select min(first_at) from page_answers where first_at >= ${to} ${where}) as after`.execute(db)
  return rows[0]?.before ?? rows[0]?.after ?? null
}
