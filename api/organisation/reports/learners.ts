import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { IS_PRESENT } from '../../account/user-status.ts'

/** `not in` is faster than `not exists` here: PostgreSQL reads the mentors once, and not for each person. */
const IS_NO_MENTOR = sql<SqlBool>`(users.phone_number is null or users.phone_number not in (
  select own_row.phone_number from responders as own_row where own_row.is_active = 1))`

/**
 * SQL condition for learners in lists and reports. Mentors are no learners, and people of the team are learners only
 * once they have begun to learn. A query that has joined the mentors gives its own `isNoMentor`.
 */
export function isLearner(isNoMentor: RawBuilder<SqlBool> = IS_NO_MENTOR): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isNoMentor} and (users.team_roles is null or users.began_at is not null))`
}

/** A learner who is not blocked and will not be erased. */
export function isPresentLearner(isNoMentor?: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${IS_PRESENT} and ${isLearner(isNoMentor)})`
}
