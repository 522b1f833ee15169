import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '../../../contract/team-roles.ts'
import type { Db } from '../../database/tables.ts'
import { isLearnerInReach } from '../../team/reach.ts'

/** Stands between page ids that the database joins. No id contains it. */
export const BETWEEN_IDS = ','

/** `lessons` is undefined for all lessons. */
type LessonFilter = { lessons: readonly string[] | undefined }
/**
 * `mentor` is null for people without a mentor, and `link` for people who came by no link. Undefined: everybody in
 * reach.
 */
export type ReportPeople = { reach: Reach; mentor?: number | null | undefined; link?: string | null | undefined }
type Query = { mentor?: string | undefined; link?: string | undefined }

/** Reads the people from the query of a call. */
export function peopleIn({ mentor, link }: Query, reach: Reach): ReportPeople {
  return {
    reach,
    ...(mentor === undefined ? {} : { mentor: mentor === 'none' ? null : Number(mentor) }),
    link: link === 'none' ? null : link,
  }
}

export function inLessons({ lessons }: LessonFilter): RawBuilder<unknown> {
  if (lessons === undefined) return sql``
  if (lessons.length === 0) return sql`and 1 = 0`
  return sql`and lesson_id in (${sql.join(lessons)})`
}

/** SQL condition for rows of `users`. */
export function isAmong({ reach, mentor, link }: ReportPeople): RawBuilder<unknown> {
  const own = reach === 'everybody' ? sql`` : sql`and ${isLearnerInReach(reach)}`
  return sql`${equals('users.responder_id', mentor)} ${equals('users.invitation_id', link)} ${own}`
}

function equals(column: string, value: number | string | null | undefined): RawBuilder<unknown> {
  if (value === undefined) return sql``
  return value === null ? sql`and ${sql.ref(column)} is null` : sql`and ${sql.ref(column)} = ${value}`
}

/** SQL condition for rows of other tables. `column` has the uid of the learner. */
export function ofPeople(column: string, filter: ReportPeople): RawBuilder<unknown> {
  const { reach, mentor, link } = filter
  if (reach === 'everybody' && mentor === undefined && link === undefined) return sql``
  return sql`and ${sql.ref(column)} in (select uid from users where true ${isAmong(filter)})`
}

/** SQL condition for a mentor who stands in. If they are out of reach, the learner's own mentor is named instead. */
export function isNamed(column: string, reach: Reach): RawBuilder<unknown> {
  if (reach === 'everybody') return sql``
  return reach.length === 0 ? sql`and 1 = 0` : sql`and ${sql.ref(column)} in (${sql.join([...reach])})`
}

/** The time of the page nearest to a range without pages: before it, or else after it. */
export async function nearestPage(
  db: Db,
  { from, to }: { from: number; to: number },
  filter: LessonFilter & ReportPeople,
): Promise<number | null> {
  const where = sql`${inLessons(filter)} ${ofPeople('page_answers.uid', filter)}`
  const { rows } = await sql<{ before: number | null; after: number | null }>`select
    (select max(first_at) from page_answers where first_at < ${from} ${where}) as before,
    (select min(first_at) from page_answers where first_at >= ${to} ${where}) as after`.execute(db)
  return rows[0]?.before ?? rows[0]?.after ?? null
}
