import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PeopleFilter } from '../../../../contract/organisation/people.ts'
import type { Reach } from '../../../../contract/team-roles.ts'
import { plainPhoneText } from '../../../../contract/text/phone-text.ts'
import { formerSearchable, searchable } from '../../../../contract/text/search-text.ts'
import { partLike } from '../../../account/find-people.ts'
import { IS_PRESENT } from '../../../account/user-status.ts'
import type { Db } from '../../../database/tables.ts'
import { isInReach } from '../../../team/reach.ts'
import { isPresentLearner } from '../../reports/learners.ts'
import { phoneParts } from './phone-parts.ts'

/** The people in reach, with their mentor, their own entry if they are a mentor, and since when they wait. */
function peopleWithMentors(db: Db, reach: Reach) {
  return db
    .selectFrom('users')
    .leftJoin('responders', 'responders.id', 'users.responder_id')
    .leftJoin('responders as self', join =>
      join.onRef('self.phone_number', '=', 'users.phone_number').on('self.is_active', '=', 1),
    )
    .leftJoin(
      db
        .selectFrom('waits')
        .select(({ fn }) => ['waits.learner_uid', fn.min<number>('waits.began_at').as('since')])
        .where('waits.ended_at', 'is', null)
        .groupBy('waits.learner_uid')
        .as('waiting'),
      join => join.onRef('waiting.learner_uid', '=', 'users.uid'),
    )
    .where(isInReach(reach))
}

export type FoundPeople = ReturnType<typeof peopleWithMentors>

export const IS_LEARNER = isPresentLearner(sql<SqlBool>`self.id is null`)

/** Mentors and people of the team need no mentor. */
const NEEDS_MENTOR = sql<SqlBool>`(users.responder_id is null and self.id is null and users.team_roles is null)`

/**
 * `silentBefore`: a person whose last visit was earlier is silent, unless their last page completed one of
 * `lastLessons`, with which a course ends. The report on silent people has the same rule.
 */
export type SearchMoment = { now: number; silentBefore: number; lastLessons: readonly string[]; reach: Reach }

/** SQL condition for people whose last page ended a course. */
function hasFinished(lastLessons: readonly string[]): RawBuilder<SqlBool> {
  if (lastLessons.length === 0) return sql<SqlBool>`1 = 0`
  // A subquery with `in` avoids one query for each silent person. Few people have completed the last lesson of a
  // course.
  return sql<SqlBool>`users.uid in (select done.uid from completed_lessons as done
    inner join page_answers as latest on latest.uid = done.uid and latest.lesson_id = done.lesson_id
    where latest.lesson_id in (${sql.join(lastLessons)}) and not exists (
      select 1 from page_answers as later where later.uid = done.uid and later.first_at > latest.first_at))`
}

export function conditionsAt({ silentBefore, lastLessons, reach }: SearchMoment) {
  return {
    all: sql<SqlBool>`1 = 1`,
    waiting: sql<SqlBool>`${IS_PRESENT} and waiting.since is not null`,
    silent: sql<SqlBool>`${IS_LEARNER} and users.began_at is not null and users.active_at < ${sql.lit(silentBefore)}
      and not ${hasFinished(lastLessons)}`,
    'not-started': sql<SqlBool>`${IS_LEARNER} and users.began_at is null`,
    mentors: sql<SqlBool>`self.id is not null`,
    // A person who is limited to some mentors does not see the roles of others.
    team: reach === 'everybody' ? sql<SqlBool>`users.team_roles is not null` : sql<SqlBool>`1 = 0`,
  } satisfies Record<PeopleFilter, unknown>
}

export type PeopleSearch = { filter: PeopleFilter; mentor?: string | undefined; q?: string | undefined }

/** The people in reach who match the filter, the mentor and every word of the text. */
export function matchingPeople(db: Db, { filter, mentor, q = '' }: PeopleSearch, at: SearchMoment): FoundPeople {
  let people = peopleWithMentors(db, at.reach).where(conditionsAt(at)[filter])
  if (mentor === 'none') people = people.where(NEEDS_MENTOR)
  else if (mentor !== undefined) people = people.where('users.responder_id', '=', Number(mentor))
  for (const word of wordsIn(q)) people = people.where(matches(word))
  return people
}

/** A number with spaces in it is one word. */
function wordsIn(q: string): string[] {
  const text = q.trim()
  if (/^[+(]?[\p{Nd}\s().+-]{3,}$/u.test(plainPhoneText(text))) return [text]
  return text.split(/\s+/).filter(Boolean)
}

function matches(word: string) {
  const letters = partLike(searchable(word))
  // A name that an update has not folded again yet is found by its former folding.
  const former = partLike(formerSearchable(word))
  const alternatives = [
    ...(letters ? [sql<SqlBool>`users.name_key like ${letters}`, sql`users.email like ${letters}`] : []),
    ...(former === undefined || former === letters ? [] : [sql<SqlBool>`users.name_key like ${former}`]),
    ...phoneParts(word).map(part => sql`users.phone_number like ${`%${part}%`}`),
  ]
  return alternatives.length > 0 ? sql<SqlBool>`(${sql.join(alternatives, sql` or `)})` : sql<SqlBool>`1 = 0`
}
