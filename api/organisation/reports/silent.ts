import { type RawBuilder, sql } from 'kysely'
import type { SilentReport } from '../../../contract/organisation/reports.ts'
import { DAY } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { contactIn, digitsIn, digitsOfNamesakes } from '../../team/namesakes.ts'
import { type CourseFilter, chosenLessons } from './days/range.ts'
import { isAmong, peopleIn, type ReportPeople } from './filters.ts'
import { isPresentLearner } from './learners.ts'
import { type PagesInOrder, pagesInOrder } from './pages-in-order.ts'
import type { ReportContext } from './report-context.ts'

type Query = CourseFilter & {
  mentor?: string | undefined
  link?: string | undefined
  /** A file has all people of each group. */
  isWhole?: boolean
}
type Filter = ReportPeople & { lessons: readonly string[] | undefined }
type Group = SilentReport['groups'][number]
export type Silent = {
  uid: string
  name: string | null
  contact: string | null
  lastAt: number
  lessonId: string
  pageId: string
  mentorId: number | null
  mentorName: string | null
  isWaiting: boolean
}

const PEOPLE_SHOWN = 100
/** A growth of the silent people by this share stands out. */
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
  const past = { since: now - 2 * quietMs, until: now - quietMs }
  return {
    afterDays: settings.silentDays,
    finding: await findingOf(silent, async () => (await stoppedPeople(db, wereSilent(past), { pages, filter })).length),
    count: silent.length,
    notStarted: await countNotStarted(db, { before: now - quietMs, filter }),
    groups: groups.map(({ people, ...group }) => ({
      ...group,
      people: people.map(person => ({ ...person, ...digitsIn(digits, person.uid) })),
    })),
  }
}

/**
 * The people who are silent now, and the pages of all lessons. People who are silent for the longest time come first.
 */
export async function silentPeople(db: Db, query: Query, { settings, reach, now }: ReportContext) {
  const filter = { lessons: await chosenLessons(db, query), ...peopleIn(query, reach) }
  const pages = await pagesInOrder(db)
  const silent = await stoppedPeople(db, areSilent(now - settings.silentDays * DAY), { pages, filter })
  return { silent, pages, filter }
}

async function findingOf(silent: readonly Silent[], countBefore: () => Promise<number>) {
  const unanswered = silent.filter(({ isWaiting }) => isWaiting).length
  if (unanswered > 0) return { code: 'unanswered', count: unanswered, before: null } as const
  const [count, before] = [silent.length, await countBefore()]
  if (count > before && count - before >= SHARE_MORE * before) return { code: 'more-silent', count, before } as const
  return null
}

function isLearner(filter: Filter) {
  return sql`${isPresentLearner()} ${isAmong(filter)}`
}

/** `are`: SQL condition for people. `until`: the moment until which their pages count. */
type Quiet = { are: RawBuilder<unknown>; until: number }

/** People who are silent now. `users` has when each person was last active. */
function areSilent(since: number): Quiet {
  return { are: sql`users.active_at < ${since}`, until: Number.MAX_SAFE_INTEGER }
}

/**
 * People who were silent at an earlier moment. They had begun, and logged and wrote nothing between `since` and
 * `until`.
 */
function wereSilent({ since, until }: { since: number; until: number }): Quiet {
  const are = sql`users.began_at < ${since}
    and users.uid not in (select uid from page_answers where first_at >= ${since} and first_at < ${until})
    and not exists (select 1 from messages where messages.learner_uid = users.uid and author_id is null
      and sent_at >= ${since} and sent_at < ${until})`
  return { are, until }
}

/**
 * People who began and did not finish a course with their last page. They belong to the lesson in which they would go
 * on, so each is in one. `+ 0` makes PostgreSQL read the pages of the person, not all pages from the latest on.
 */
async function stoppedPeople(
  db: Db,
  { are, until }: Quiet,
  { pages, filter }: { pages: PagesInOrder; filter: Filter },
): Promise<Silent[]> {
  const { rows } = await sql<Omit<Silent, 'isWaiting'> & { waits: number | null; done: number | null }>`
    select users.uid, users.display_name as name, coalesce(users.phone_number, users.email) as contact, users.active_at as "lastAt", page_answers.lesson_id as "lessonId",
      page_answers.page_id as "pageId", users.responder_id as "mentorId",
      (select name from responders where responders.id = users.responder_id) as "mentorName",
      (select 1 from waits where waits.learner_uid = users.uid and ended_at is null limit 1) as waits,
      (select 1 from completed_lessons as done where done.uid = users.uid and done.lesson_id = page_answers.lesson_id
        and done.completed_at < ${until}) as done
    from users inner join page_answers on page_answers.uid = users.uid and page_answers.first_at = (
      select max(first_at + 0) from page_answers where page_answers.uid = users.uid and first_at < ${until})
    where users.began_at is not null and ${are} and ${isLearner(filter)}
    order by users.active_at, users.uid`.execute(db)
  const chosen = filter.lessons && new Set<string | null>(filter.lessons)
  const stopped = rows
    .filter(({ lessonId, done }) => done === null || !pages.isLast(lessonId))
    .filter(({ lessonId, pageId }) => !chosen || chosen.has(pages.after(lessonId, pageId).lessonId))
  // A person may have two rows here, because two pages can have the same millisecond.
  const people = new Map(stopped.map(row => [row.uid, row]))
  return [...people.values()].map(({ waits, done: _, ...row }) => ({ ...row, isWaiting: waits !== null }))
}

async function countNotStarted(db: Db, { before, filter }: { before: number; filter: Filter }): Promise<number> {
  const { rows } = await sql<{ people: number }>`select count(*) as people from users
    where created_at < ${before} and ${isLearner(filter)}
    and not exists (select 1 from page_answers where page_answers.uid = users.uid)`.execute(db)
  return Number(rows[0]?.people ?? 0)
}

/**
 * First the people who wait for an answer, by mentor. Then the others, by the page where they stopped. Large groups
 * come first.
 */
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
      people: people.slice(0, most).map(({ uid, name, contact, lastAt, mentorId, mentorName }) => ({
        ...{ uid, name, ...contactIn({ name, contact }) },
        ...{ lastAt, mentorId, mentorName },
      })),
    }))
}
