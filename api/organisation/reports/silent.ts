import { sql } from 'kysely'
import type { SilentReport } from '../../../contract/organisation/reports.ts'
import { DAY } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { digitsIn, digitsOfNamesakes } from '../../team/namesakes.ts'
import { type CourseFilter, chosenLessons } from './days/range.ts'
import { inLessons, isAmong, peopleIn, type ReportPeople } from './filters.ts'
import { isPresentLearner } from './learners.ts'
import { type PagesInOrder, pagesInOrder } from './pages-in-order.ts'
import type { ReportContext } from './report-context.ts'

type Query = CourseFilter & {
  mentor?: string | undefined
  link?: string | undefined
  /** All people of each group, for a file. */
  isWhole?: boolean
}
type Filter = ReportPeople & { lessons: readonly string[] | undefined }
type Group = SilentReport['groups'][number]
export type Silent = {
  uid: string
  name: string | null
  lastAt: number
  lessonId: string
  pageId: string
  mentorId: number | null
  mentorName: string | null
  isWaiting: boolean
}

const PEOPLE_SHOWN = 100
/** More silent people than before by this share stand out. */
const SHARE_MORE = 0.2

/** People who began and have done nothing for some days, as of now. */
export async function silentReport(
  db: Db,
  query: Query,
  { settings, reach, now }: ReportContext,
): Promise<SilentReport> {
  const { silent, pages, filter } = await silentPeople(db, query, { settings, reach, now })
  const quietMs = settings.silentDays * DAY
  const groups = groupsOf(silent, pages, query.isWhole ? silent.length : PEOPLE_SHOWN)
  const named = groups.flatMap(({ people }) => people)
  const digits = await digitsOfNamesakes(db, named, reach)
  const unanswered = silent.filter(({ isWaiting }) => isWaiting).length
  const before = await countSilentThen(db, { since: now - 2 * quietMs, until: now - quietMs, filter, pages })
  return {
    afterDays: settings.silentDays,
    finding: findingOf({ unanswered, count: silent.length, before }),
    count: silent.length,
    notStarted: await countNotStarted(db, { before: now - quietMs, filter }),
    groups: groups.map(({ people, ...group }) => ({
      ...group,
      people: people.map(person => ({ ...person, ...digitsIn(digits, person.uid) })),
    })),
  }
}

/** Who is silent now, the longest first, and the pages of all lessons. */
export async function silentPeople(db: Db, query: Query, { settings, reach, now }: ReportContext) {
  const filter = { lessons: await chosenLessons(db, query), ...peopleIn(query, reach) }
  const pages = await pagesInOrder(db)
  const everybody = await silentNow(db, { since: now - settings.silentDays * DAY, filter })
  const silent = everybody.filter(({ lessonId, pageId }) => !pages.isLast(lessonId, pageId))
  return { silent, pages, filter }
}

function findingOf({ unanswered, count, before }: { unanswered: number; count: number; before: number }) {
  if (unanswered > 0) return { code: 'unanswered', count: unanswered, before: null } as const
  if (count > before && count - before >= SHARE_MORE * before) return { code: 'more-silent', count, before } as const
  return null
}

type Span = { since: number; until: number; filter: Filter }

function isLearner(filter: Filter) {
  return sql`${isPresentLearner()} ${isAmong(filter)}`
}

/**
 * The people who are silent now. `users` has when each was last here. `+ 0` makes PostgreSQL read the pages of the
 * person, not all pages from the latest on.
 */
async function silentNow(db: Db, span: Omit<Span, 'until'>): Promise<Silent[]> {
  const { since, filter } = span
  const { rows } = await sql<Omit<Silent, 'isWaiting'> & { waits: number | null }>`
    select users.uid, users.display_name as name, users.active_at as "lastAt", page_answers.lesson_id as "lessonId",
      page_answers.page_id as "pageId", users.responder_id as "mentorId",
      (select name from responders where responders.id = users.responder_id) as "mentorName",
      (select 1 from waits where waits.learner_uid = users.uid and ended_at is null limit 1) as waits
    from users inner join page_answers on page_answers.uid = users.uid and page_answers.first_at = (
      select max(first_at + 0) from page_answers where page_answers.uid = users.uid ${inLessons(filter)})
    where users.began_at is not null and users.active_at < ${since} and ${isLearner(filter)}
    order by users.active_at, users.uid`.execute(db)
  // Two pages may have been given in the same millisecond.
  const people = new Map(rows.map(row => [row.uid, row]))
  return [...people.values()].map(({ waits, ...row }) => ({ ...row, isWaiting: waits !== null }))
}

/** How many were silent at an earlier moment: they gave and wrote nothing between `since` and `until`. */
async function countSilentThen(
  db: Db,
  { since, until, filter, pages }: Span & { pages: PagesInOrder },
): Promise<number> {
  const began = filter.lessons && sql`and users.uid in (select uid from page_answers where true ${inLessons(filter)})`
  const { rows } = await sql<{ people: number }>`select count(*) as people from users
    left join (select distinct uid from page_answers where first_at >= ${since} and first_at < ${until}) as active
      on active.uid = users.uid
    left join (select distinct uid from completed_lessons
      where completed_at < ${until} ${inLessons({ lessons: pages.lastLessons })}) as done on done.uid = users.uid
    where users.began_at < ${since} ${began ?? sql``} and ${isLearner(filter)}
    and active.uid is null and done.uid is null
    and not exists (select 1 from messages where messages.learner_uid = users.uid and author_id is null
      and sent_at >= ${since} and sent_at < ${until})`.execute(db)
  return Number(rows[0]?.people ?? 0)
}

async function countNotStarted(db: Db, { before, filter }: { before: number; filter: Filter }): Promise<number> {
  const { rows } = await sql<{ people: number }>`select count(*) as people from users
    where created_at < ${before} and ${isLearner(filter)}
    and not exists (select 1 from page_answers where page_answers.uid = users.uid)`.execute(db)
  return Number(rows[0]?.people ?? 0)
}

/** First people who wait for an answer, by mentor; then others, by the page where they stopped. Most people first. */
function groupsOf(silent: readonly Silent[], pages: PagesInOrder, most: number): Group[] {
  const nowhere = { lessonId: null, lessonTitle: null, pageId: null, pageTitle: null }
  const groups = new Map<string, { group: Omit<Group, 'count' | 'people'>; people: Silent[] }>()
  for (const person of silent) {
    const { mentorId, mentorName } = person
    const group = person.isWaiting
      ? { code: 'unanswered' as const, ...nowhere, mentorId, mentorName }
      : { code: 'stopped' as const, ...pages.after(person.lessonId, person.pageId), mentorId: null, mentorName: null }
    const key = JSON.stringify([group.code, group.lessonId, group.pageId, group.mentorId])
    const known = groups.get(key) ?? { group, people: [] }
    known.people.push(person)
    groups.set(key, known)
  }
  return [...groups.values()]
    .toSorted(
      (one, other) =>
        Number(other.group.code === 'unanswered') - Number(one.group.code === 'unanswered') ||
        other.people.length - one.people.length,
    )
    .map(({ group, people }) => ({
      ...group,
      count: people.length,
      people: people
        .slice(0, most)
        .map(({ uid, name, lastAt, mentorId, mentorName }) => ({ uid, name, lastAt, mentorId, mentorName })),
    }))
}
