import { ApiError } from '../../../contract/calls/api-error.ts'
import { DEFAULT_CAPACITY } from '../../../contract/organisation/mentors.ts'
import type { PersonDetails } from '../../../contract/organisation/people.ts'
import { coursePercent, type UserLessonData, untouchedLesson } from '../../../contract/progress.ts'
import type { Reach } from '../../../contract/team-roles.ts'
import { phoneChangeOf } from '../../account/phone-changes.ts'
import type { Catalogue } from '../../courses/catalogue/catalogue.ts'
import type { Db } from '../../database/tables.ts'
import { isMentorInReach, requirePersonInReach } from '../../team/reach.ts'
import { rolesIn } from '../../team/roles.ts'
import { linesOf } from '../log/log-lines.ts'

/** So many answers, and acts of the team, are shown. */
const MOST_SHOWN = 200

type Deps = {
  now: () => number
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
  const { lines, hasMore } = await linesOf(db, { subjectUid: uid, reach }, MOST_SHOWN)
  const answers = await answersTo(db, uid, reach)
  return {
    uid,
    name: row.display_name ?? row.self_name,
    phoneNumber: row.phone_number,
    email: row.email,
    mentor:
      row.mentor_id === null
        ? null
        : {
            id: row.mentor_id,
            name: row.mentor_name ?? '',
            learners: await learnersOf(db, row.mentor_id),
            capacity: row.mentor_capacity ?? DEFAULT_CAPACITY,
          },
    mentorId: row.self_id,
    learners: row.self_id === null ? 0 : await learnersOf(db, row.self_id),
    roles: reach === 'everybody' ? rolesIn(row.team_roles) : [],
    isBeta: row.is_beta === 1,
    cameBy: cameBy(row),
    createdAt: row.created_at,
    activeAt: row.active_at ?? null,
    waitingSince: await waitingSince(db, uid),
    blockedAt: row.blocked_at,
    blockReason: row.blocked_at === null ? null : (row.block_reason ?? null),
    eraseAt: row.erase_at,
    newPhone: await newPhoneOf(db, uid, now()),
    courses: await coursesOf(db, uid, { catalogue, lessonDataOf }),
    answers: answers.slice(0, MOST_SHOWN),
    handOvers: await handOversOf(db, uid, reach),
    lines,
    hasEarlier: hasMore || answers.length > MOST_SHOWN,
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

/** The courses that they began, with every lesson. */
async function coursesOf(
  db: Db,
  uid: string,
  { catalogue, lessonDataOf }: Pick<Deps, 'catalogue' | 'lessonDataOf'>,
): Promise<PersonDetails['courses']> {
  const data = await lessonDataOf(uid)
  const times = await db
    .selectFrom('page_answers')
    .select(({ fn }) => [
      'lesson_id',
      fn.min<number | null>('first_at').as('first'),
      fn.max<number>('logged_at').as('last'),
    ])
    .where('uid', '=', uid)
    .groupBy('lesson_id')
    .execute()
  const completed = await db
    .selectFrom('completed_lessons')
    .select(['lesson_id', 'completed_at'])
    .where('uid', '=', uid)
    .execute()
  const timesOf = new Map(times.map(row => [row.lesson_id, row]))
  const completedAt = new Map(completed.map(row => [row.lesson_id, row.completed_at]))
  const lessonFrom = (id: string) => {
    const [lesson, { status, lastCompleted }] = [catalogue.lessonOf(id), data[id] ?? untouchedLesson]
    return {
      id,
      title: lesson?.title ?? '',
      number: lesson?.number ?? 1,
      status,
      lastCompleted,
      totalPages: lesson?.pages.length ?? 0,
      startedAt: asNumber(timesOf.get(id)?.first),
      lastAt: asNumber(timesOf.get(id)?.last),
      completedAt: completedAt.get(id) ?? null,
    }
  }
  return catalogue
    .courses()
    .filter(course => course.lessonIds.some(id => id in data))
    .map(({ id, title, lessonIds }) => ({
      id,
      title,
      percent: coursePercent(lessonIds, data),
      lessons: lessonIds.map(lessonFrom),
    }))
}

function asNumber(value: number | null | undefined): number | null {
  return value == null ? null : Number(value)
}

/** A mentor out of reach is not named. */
async function answersTo(db: Db, uid: string, reach: Reach): Promise<PersonDetails['answers']> {
  const rows = await db
    .selectFrom('waits')
    .leftJoin('responders', 'responders.id', 'waits.ended_by')
    .select(['began_at', 'ended_at', 'ended_by', 'responders.name'])
    .where('learner_uid', '=', uid)
    .where('how', '=', 'answered')
    .orderBy('ended_at', 'desc')
    .limit(MOST_SHOWN + 1)
    .execute()
  return rows.map(({ began_at, ended_at, ended_by, name }) => ({
    at: ended_at ?? began_at,
    waitedMs: (ended_at ?? began_at) - began_at,
    ...(isMentorInReach(reach, ended_by)
      ? { mentorId: ended_by, mentorName: name }
      : { mentorId: null, mentorName: null }),
  }))
}

async function handOversOf(db: Db, uid: string, reach: Reach): Promise<PersonDetails['handOvers']> {
  const rows = await db
    .selectFrom('hand_overs')
    .innerJoin('responders as next', 'next.id', 'hand_overs.responder_id')
    .leftJoin('responders as former', join =>
      join.on(({ eb, fn, ref }) =>
        eb('former.id', '=', fn.coalesce(ref('hand_overs.former_responder_id'), ref('hand_overs.from_responder_id'))),
      ),
    )
    .select(['handed_at', 'next.name as to_name', 'former.name as from_name'])
    .select(['next.id as to_id', 'former.id as from_id'])
    .where('learner_uid', '=', uid)
    .orderBy('handed_at', 'desc')
    .execute()
  const named = (id: number | null, name: string | null) =>
    isMentorInReach(reach, id) ? { id, name } : { id: null, name: null }
  return rows.map(({ handed_at, to_id, to_name, from_id, from_name }) => ({
    at: handed_at,
    to: named(to_id, to_name),
    from: from_id === null ? null : named(from_id, from_name),
  }))
}
