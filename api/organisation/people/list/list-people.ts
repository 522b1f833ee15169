import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type ListedPerson,
  NEW_PERSON_MS,
  PEOPLE_AT_A_TIME,
  type PeopleCounts,
  type PeopleFilter,
  type PeoplePage,
  type PeopleSort,
} from '../../../../contract/organisation/people.ts'
import type { Reach } from '../../../../contract/team-roles.ts'
import { DAY, SECOND } from '../../../../contract/time.ts'
import type { Catalogue } from '../../../courses/catalogue/catalogue.ts'
import type { Db } from '../../../database/tables.ts'
import { rolesIn } from '../../../team/roles.ts'
import { reportSettings } from '../../reports/days/report-settings.ts'
import {
  conditionsAt,
  type FoundPeople,
  IS_LEARNER,
  matchingPeople,
  type PeopleSearch,
  type SearchMoment,
} from './matching-people.ts'
import { cursorAfter, type LastPlace, placeBefore, sorts } from './people-order.ts'
import { type CourseNow, coursesNow } from './progress-of-people.ts'

export type PeopleQuery = PeopleSearch & {
  sort: PeopleSort
  isReversed?: 'true' | undefined
  cursor?: string | undefined
}

/** 50 people in reach from the cursor on. The first page also says how many there are. */
export async function listPeople(
  db: Db,
  query: PeopleQuery,
  { catalogue, reach, now }: { catalogue: Catalogue; reach: Reach; now: number },
): Promise<PeoplePage> {
  const { silentDays } = await reportSettings(db)
  const at = { now, silentBefore: now - silentDays * DAY, lastLessons: lastLessonsIn(catalogue), reach }
  const found = matchingPeople(db, query, at)
  const before = placeBefore(query)
  const rows = await pageOf(found, query, { before, at })
  const ofPage = rows.slice(0, PEOPLE_AT_A_TIME)
  const shown = [...ofPage, ...(before ? await movedUp(found, query, { before, ofPage, at }) : [])]
  const courses = await coursesNow(
    db,
    shown.map(({ uid }) => uid),
    catalogue,
  )
  const last = ofPage.at(-1)
  return {
    people: shown.map(row => personFrom(row, courses.get(row.uid), at)),
    next:
      last && rows.length > PEOPLE_AT_A_TIME ? cursorAfter({ value: last.sort_key, uid: last.uid, readAt: now }) : null,
    total: before ? null : await countOf(found),
    counts: before ? null : await countsNow(db, query.mentor, at),
  }
}

/** The people in reach that a text finds, the last active first. */
export async function findPeopleInReach(db: Db, q: string, { reach, limit }: { reach: Reach; limit: number }) {
  const rows = await matchingPeople(db, { filter: 'all', q }, { now: 0, silentBefore: 0, lastLessons: [], reach })
    .select(['users.uid', 'users.display_name', 'users.phone_number', 'users.email', 'self.name as mentor_name'])
    .orderBy(sorts.active.key, 'desc')
    .orderBy('users.uid')
    .limit(limit)
    .execute()
  return rows.map(({ uid, display_name, mentor_name, phone_number, email }) => ({
    uid,
    name: display_name ?? mentor_name,
    phoneNumber: phone_number,
    email,
  }))
}

type Page = { before: LastPlace | undefined; at: SearchMoment }

function pageOf(found: FoundPeople, { sort, isReversed }: PeopleQuery, { before, at }: Page) {
  const { key, isDescending } = sorts[sort]
  const direction = isDescending === (isReversed === undefined) ? 'desc' : 'asc'
  let page = found
  if (before) {
    const { value, uid } = before
    const after = direction === 'desc' ? sql`<` : sql`>`
    page = page.where(sql<SqlBool>`(${key} ${after} ${value} or (${key} = ${value} and users.uid > ${uid}))`)
  }
  return rowsOf(page, key, at)
    .orderBy(key, direction)
    .orderBy('users.uid')
    .limit(PEOPLE_AT_A_TIME + 1)
    .execute()
}

/** A write that began this long before a page was read may have been committed after it. */
const COMMIT_MS = 10 * SECOND
const MAX_MOVED = 200

/**
 * If the list begins with the last active: the people who were active since the previous page was read. They moved to a
 * place that the reader has passed already, so some people are on two pages.
 */
async function movedUp(
  found: FoundPeople,
  { sort, isReversed }: PeopleQuery,
  { before, ofPage, at }: { before: LastPlace; ofPage: readonly Row[]; at: SearchMoment },
): Promise<Row[]> {
  if (sort !== 'active' || isReversed) return []
  const { key } = sorts.active
  const rows = await rowsOf(found.where('users.active_at', '>', before.readAt - COMMIT_MS), key, at)
    .orderBy(key, 'desc')
    .limit(MAX_MOVED)
    .execute()
  const uids = new Set(ofPage.map(({ uid }) => uid))
  return rows.filter(({ uid }) => !uids.has(uid))
}

function rowsOf(page: FoundPeople, key: RawBuilder<string | number>, at: SearchMoment) {
  return page
    .select(['users.uid', 'users.display_name', 'users.phone_number', 'users.email', 'users.team_roles'])
    .select(['users.is_beta', 'users.created_at', 'users.active_at', 'users.blocked_at'])
    .select(['users.erase_at', 'responders.id as responder_id', 'responders.name as responder_name'])
    .select(['self.id as mentor_id', 'self.name as mentor_name', 'waiting.since as waiting_since', key.as('sort_key')])
    .select(sql<number>`case when ${IS_LEARNER} then 1 else 0 end`.as('is_learner'))
    .select(sql<number>`case when ${conditionsAt(at).silent} then 1 else 0 end`.as('is_silent'))
}

type Row = Awaited<ReturnType<typeof pageOf>>[number]

/** Includes withdrawn courses, because a person who has finished one is not silent. */
function lastLessonsIn(catalogue: Catalogue): SearchMoment['lastLessons'] {
  return [...catalogue.courses(), ...catalogue.resting()].flatMap(({ lessonIds }) => lessonIds.at(-1) ?? [])
}

async function countOf(found: FoundPeople): Promise<number> {
  const { count } = await found.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

async function countsNow(db: Db, mentor: string | undefined, at: SearchMoment): Promise<PeopleCounts> {
  const counted = (filter: PeopleFilter) =>
    sql<number>`coalesce(sum(case when ${conditionsAt(at)[filter]} then 1 else 0 end), 0)`
  const row = await matchingPeople(db, { filter: 'all', mentor }, at)
    .select([counted('all').as('all'), counted('waiting').as('waiting'), counted('silent').as('silent')])
    .select([counted('not-started').as('notStarted'), counted('mentors').as('mentors'), counted('team').as('team')])
    .executeTakeFirstOrThrow()
  return {
    all: Number(row.all),
    waiting: Number(row.waiting),
    silent: Number(row.silent),
    notStarted: Number(row.notStarted),
    mentors: Number(row.mentors),
    team: Number(row.team),
  }
}

function personFrom(row: Row, course: CourseNow | undefined, at: SearchMoment): ListedPerson {
  const { responder_id, responder_name } = row
  return {
    uid: row.uid,
    name: row.display_name ?? row.mentor_name,
    phoneNumber: row.phone_number,
    email: row.email,
    mentor: responder_id === null ? null : { id: responder_id, name: responder_name ?? '' },
    mentorId: row.mentor_id,
    roles: at.reach === 'everybody' ? rolesIn(row.team_roles) : [],
    course: course?.current ?? null,
    completeCourses: course?.complete ?? 0,
    activeAt: row.active_at ?? null,
    createdAt: row.created_at,
    flag: flagOf(row, at),
  }
}

function flagOf(row: Row, { now }: SearchMoment): ListedPerson['flag'] {
  if (row.erase_at !== null) return { kind: 'erasing', since: row.erase_at }
  if (row.blocked_at !== null) return { kind: 'blocked', since: row.blocked_at }
  if (row.waiting_since !== null) return { kind: 'waiting', since: Number(row.waiting_since) }
  if (row.is_silent === 1) return { kind: 'silent', since: row.active_at ?? null }
  if (row.is_learner === 1 && row.created_at > now - NEW_PERSON_MS) return { kind: 'new', since: row.created_at }
  return row.is_beta === 1 ? { kind: 'beta', since: null } : null
}
