import { ApiError } from '../../../../contract/calls/api-error.ts'
import { DEFAULT_CAPACITY } from '../../../../contract/organisation/mentors.ts'
import type { PersonDetails } from '../../../../contract/organisation/people.ts'
import type { UserLessonData } from '../../../../contract/progress.ts'
import type { Reach } from '../../../../contract/team-roles.ts'
import { phoneChangeOf } from '../../../account/phone-changes.ts'
import type { Catalogue } from '../../../courses/catalogue/catalogue.ts'
import type { Db } from '../../../database/tables.ts'
import { coursesOf } from '../../../lessons/courses-of-person.ts'
import { requirePersonInReach } from '../../../team/reach.ts'
import { rolesIn } from '../../../team/roles.ts'
import { linesOf } from '../../log/log-lines.ts'
import { answersTo, handOversOf, MAX_EVENTS } from './mentors-of-person.ts'

type Deps = {
  now: number
  catalogue: Catalogue
  lessonDataOf: (uid: string) => Promise<UserLessonData>
  reach: Reach
}

/** The details of a person in reach, without a word that they wrote. */
export async function personOf(
  db: Db,
  uid: string,
  { now, catalogue, lessonDataOf, reach }: Deps,
): Promise<PersonDetails> {
  await requirePersonInReach(db, reach, uid)
  const row = await rowOf(db, uid)
  if (!row) throw new ApiError('not-found')
  const { lines, hasMore } = await linesOf(db, { subjectUid: uid, reach }, MAX_EVENTS)
  const answers = await answersTo(db, reach, uid)
  return {
    uid,
    name: row.display_name ?? row.self_name,
    phoneNumber: row.phone_number,
    email: row.email,
    mentor: await mentorOf(db, row),
    mentorId: row.self_id,
    learners: row.self_id === null ? 0 : await learnersOf(db, row.self_id),
    roles: reach === 'everybody' ? rolesIn(row.team_roles) : [],
    isBeta: row.is_beta === 1,
    cameBy: cameBy(row),
    createdAt: row.created_at,
    activeAt: row.active_at ?? null,
    // A person who is blocked or will be erased no longer waits.
    waitingSince: row.blocked_at === null && row.erase_at === null ? await waitingSince(db, uid) : null,
    blockedAt: row.blocked_at,
    blockReason: row.blocked_at === null ? null : (row.block_reason ?? null),
    eraseAt: row.erase_at,
    newPhone: await newPhoneOf(db, uid, now),
    courses: (await coursesOf(db, uid, { catalogue, lessonDataOf })).map(({ note: _, ...course }) => course),
    answers: answers.slice(0, MAX_EVENTS),
    handOvers: await handOversOf(db, reach, uid),
    lines,
    hasEarlier: hasMore || answers.length > MAX_EVENTS,
  }
}

function rowOf(db: Db, uid: string) {
  return db
    .selectFrom('users')
    .leftJoin('responders', 'responders.id', 'users.responder_id')
    .leftJoin('responders as self', join =>
      join.onRef('self.phone_number', '=', 'users.phone_number').on('self.is_active', '=', 1),
    )
    .leftJoin('invitations', 'invitations.id', 'users.invitation_id')
    .selectAll('users')
    .select(['invitations.name as link', 'invitations.list_id', 'invitations.created_at as link_made_at'])
    .select(['responders.id as mentor_id', 'responders.name as mentor_name', 'responders.capacity as mentor_capacity'])
    .select(['self.id as self_id', 'self.name as self_name'])
    .where('users.uid', '=', uid)
    .executeTakeFirst()
}

type OwnMentor = { mentor_id: number | null; mentor_name: string | null; mentor_capacity?: number | null }

async function mentorOf(
  db: Db,
  { mentor_id, mentor_name, mentor_capacity }: OwnMentor,
): Promise<PersonDetails['mentor']> {
  if (mentor_id === null) return null
  const learners = await learnersOf(db, mentor_id)
  return { id: mentor_id, name: mentor_name ?? '', learners, capacity: mentor_capacity ?? DEFAULT_CAPACITY }
}

type Link = { link: string | null; list_id: string | null; link_made_at: number | null }

/** A link out of a list has no name. */
function cameBy({ link, list_id, link_made_at }: Link): PersonDetails['cameBy'] {
  return link_made_at === null ? null : { link: list_id === null ? link : null, madeAt: link_made_at }
}

async function learnersOf(db: Db, mentorId: number): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('responder_id', '=', mentorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function waitingSince(db: Db, uid: string): Promise<number | null> {
  const row = await db
    .selectFrom('waits')
    .select(({ fn }) => fn.min<number | null>('began_at').as('since'))
    .where('learner_uid', '=', uid)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.since == null ? null : Number(row.since)
}

async function newPhoneOf(db: Db, uid: string, now: number): Promise<PersonDetails['newPhone']> {
  const change = await phoneChangeOf(db, uid, now)
  if (!change) return null
  return { phoneNumber: change.phone_number, until: change.expires_at, isTold: change.told_at !== null }
}
