import {
  type AuditAction,
  type AuditGroup,
  auditActions,
  groupOf,
} from '../../../contract/organisation/log/audit-actions.ts'
import type { AuditLine } from '../../../contract/organisation/log/audit-log.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { accountsOfPerson, presentUidsOf } from '../../account/closed-accounts.ts'
import type { CourseContent } from '../../courses/catalogue/snapshot.ts'
import { anyWrittenCourse } from '../../courses/drafts/draft-store.ts'
import type { Db } from '../../database/tables.ts'
import { digitsIn, digitsOfNamesakes } from '../../team/namesakes.ts'
import { isInReach, isMentorInReach } from '../../team/reach.ts'
import { addDays, firstMomentOf } from '../reports/days/days.ts'

const LINES_AT_A_TIME = 50
/** A file has all lines. This many are read at a time. */
const LINES_OF_FILE_AT_A_TIME = 2000

/** The lines about or by a person include those of accounts that were merged into theirs. */
type Filter = {
  before?: number | undefined
  uid?: string | undefined
  subjectUid?: string | undefined
  action?: AuditAction | undefined
  group?: AuditGroup | undefined
  from?: number | undefined
  to?: number | undefined
  /** The reach of the reader. Lines show nothing outside of it; the caller checks that the subject is in it. */
  reach?: Reach
}

type Query = Omit<Filter, 'from' | 'to'> & { from?: string | undefined; to?: string | undefined }

/** The days of a query as moments of the organisation's time zone. */
export function filterOf({ from, to, ...query }: Query, timeZone: string): Filter {
  return {
    ...query,
    ...(from === undefined ? {} : { from: firstMomentOf(from, timeZone) }),
    ...(to === undefined ? {} : { to: firstMomentOf(addDays(to, 1), timeZone) }),
  }
}

/** The person of a filter, by their present name. */
export async function loggedPerson(db: Db, uid: string) {
  const personOf = await peopleOf(db, [uid], 'everybody')
  return personOf(uid) ?? undefined
}

/** All lines that match, the newest first, in parts. */
export async function* allLinesOf(db: Db, filter: Filter): AsyncGenerator<AuditLine[]> {
  let { before } = filter
  for (let hasMore = true; hasMore; ) {
    const part = await linesOf(db, { ...filter, before }, LINES_OF_FILE_AT_A_TIME)
    yield part.lines
    before = part.lines.at(-1)?.id
    hasMore = part.hasMore
  }
}

/** The newest lines that match, with the present names of people and courses. */
export async function linesOf(
  db: Db,
  { before, uid, subjectUid, action, group, from, to, reach = 'everybody' }: Filter,
  most = LINES_AT_A_TIME,
): Promise<{ lines: AuditLine[]; hasMore: boolean }> {
  let query = db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(most + 1)
  if (before !== undefined) query = query.where('id', '<', before)
  if (uid !== undefined) {
    const uids = await accountsOfPerson(db, uid)
    query = query.where(({ or, eb }) => or([eb('actor_uid', 'in', uids), eb('subject_uid', 'in', uids)]))
  }
  if (subjectUid !== undefined) query = query.where('subject_uid', 'in', await accountsOfPerson(db, subjectUid))
  if (action !== undefined) query = query.where('action', '=', action)
  if (group !== undefined)
    query = query.where(
      'action',
      'in',
      auditActions.filter(one => groupOf(one) === group),
    )
  if (reach !== 'everybody') query = query.where('action', 'not in', ABOUT_ROLES)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<', to)
  const rows = await query.execute()
  const shown = rows.slice(0, most)
  const personOf = await peopleOf(
    db,
    shown.flatMap(row => [row.actor_uid, row.subject_uid]),
    reach,
  )
  const lines = shown.map(row => ({
    id: row.id,
    at: row.at,
    actor: personOf(row.actor_uid),
    side: row.side,
    action: row.action,
    subject: personOf(row.subject_uid),
    details: detailsFor(reach, JSON.parse(row.details)),
  }))
  return { lines: await withCourses(db, lines), hasMore: rows.length > most }
}

/** Adds the present titles of the courses that the lines name; the id for a deleted course. */
async function withCourses(db: Db, lines: readonly AuditLine[]): Promise<AuditLine[]> {
  const ids = new Set(
    lines.flatMap(({ details: { course, sister } }) => [course, sister].filter(id => typeof id === 'string')),
  )
  if (ids.size === 0) return [...lines]
  const rows = await db
    .selectFrom('courses')
    .select(['id', 'content'])
    .where('id', 'in', [...ids])
    .execute()
  const titles = new Map(rows.map(({ id, content }) => [id, (JSON.parse(content) as CourseContent).title]))
  for (const id of ids) {
    if (titles.has(id)) continue
    const draft = await anyWrittenCourse(db, id)
    const { DraftCourse } = await import('../../courses/drafts/draft-course.ts')
    titles.set(id, (draft && new DraftCourse(draft.texts).title) || id)
  }
  return lines.map(line => {
    const [course, sister] = [line.details.course, line.details.sister].map(id => titles.get(String(id)))
    return { ...line, ...(course === undefined ? {} : { course }), ...(sister === undefined ? {} : { sister }) }
  })
}

/** People who are limited to some mentors see none of these acts. */
const ABOUT_ROLES = auditActions.filter(action => groupOf(action) === 'team')
/** The details that can be the number of a mentor. */
const MENTORS = ['mentor', 'from', 'to']

/** Leaves out the numbers of mentors that are out of reach. */
function detailsFor(reach: Reach, details: AuditLine['details']): AuditLine['details'] {
  const isShown = ([name, value]: [string, unknown]) =>
    !MENTORS.includes(name) || typeof value !== 'number' || isMentorInReach(reach, value)
  return Object.fromEntries(Object.entries(details).filter(isShown))
}

/**
 * Returns a function that names a person. A merged account has the name of the account that took it over. A phone
 * number is shown instead of a missing name, but not to a limited coordinator, because that person may be out of reach.
 * A limited coordinator sees the names of the team and of their own people, and no mentor out of reach.
 */
async function peopleOf(db: Db, named: readonly (string | null)[], reach: Reach) {
  const uids = [...new Set(named.filter(uid => uid !== null))]
  const mergedInto = await presentUidsOf(db, uids)
  const present = uids.map(uid => mergedInto.get(uid) ?? uid)
  const users = present.length
    ? await db
        .selectFrom('users')
        .select(['uid', 'display_name', 'phone_number', 'team_roles'])
        .select(isInReach(reach).as('is_in_reach'))
        .where('uid', 'in', present)
        .execute()
    : []
  const hidden = new Set(users.flatMap(user => (user.is_in_reach || user.team_roles !== null ? [] : [user.uid])))
  const names = new Map(
    users.map(user => [user.uid, user.display_name ?? (reach === 'everybody' ? user.phone_number : null)]),
  )
  const digits = await digitsOfNamesakes(
    db,
    users.map(({ uid, display_name }) => ({ uid, name: display_name })),
    reach,
  )
  return (uid: string | null): AuditLine['actor'] => {
    if (uid === null) return null
    const now = mergedInto.get(uid) ?? uid
    if (hidden.has(now)) return { uid: '', name: null, isErased: false }
    return { uid: now, name: names.get(now) ?? null, ...digitsIn(digits, now), isErased: !names.has(now) }
  }
}
