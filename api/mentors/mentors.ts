import { DEFAULT_CAPACITY } from '../../contract/organisation/mentors.ts'
import type { Db, Tables } from '../database/tables.ts'
import { transactionWithLock } from '../database/transaction-with-lock.ts'
import { countInvitation } from './invitations.ts'

/** The lock for every change of mentors and of their learners. */
export const MENTORS_LOCK = 'responders'

export type StoredMentor = { id: number; name: string; phoneNumber: string; isActive: boolean; isAway: boolean }

/** `phoneNumber` is E.164; the mentor signs in with it. */
export async function insertMentor(
  db: Db,
  { name, phoneNumber }: { name: string; phoneNumber: string },
  now: number,
): Promise<StoredMentor> {
  return transactionWithLock(db, MENTORS_LOCK, trx => addMentor(trx, { name, phoneNumber }, now))
}

/** Call it in a transaction that holds `MENTORS_LOCK`. */
export async function addMentor(
  trx: Db,
  { name, phoneNumber }: { name: string; phoneNumber: string },
  now: number,
): Promise<StoredMentor> {
  await throwIfPhoneTaken(trx, phoneNumber)
  const { last } = await trx
    .selectFrom('responders')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const row = await trx
    .insertInto('responders')
    .values({
      id: Number(last ?? 0) + 1,
      name,
      phone_number: phoneNumber,
      is_active: 1,
      created_at: now,
      away_since: null,
      cover_id: null,
      last_message_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await takeFromMentor(trx, phoneNumber)
  return mentorFrom(row)
}

type Change = { name?: string | undefined; phoneNumber?: string | undefined; isActive?: true | undefined }

/**
 * Corrects a mentor, or reactivates a retired one. After a change of the phone, a person with the former phone signs in
 * as a learner. Call it in a transaction that holds `MENTORS_LOCK`.
 */
export async function correctMentor(
  trx: Db,
  id: number,
  { name, phoneNumber, isActive }: Change,
): Promise<StoredMentor> {
  if (phoneNumber !== undefined) await throwIfPhoneTaken(trx, phoneNumber, id)
  const row = await trx
    .updateTable('responders')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(phoneNumber === undefined ? {} : { phone_number: phoneNumber }),
      ...(isActive ? { is_active: 1 } : {}),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (row.is_active === 1) await takeFromMentor(trx, row.phone_number)
  return mentorFrom(row)
}

async function throwIfPhoneTaken(trx: Db, phoneNumber: string, ownId?: number): Promise<void> {
  const row = await trx
    .selectFrom('responders')
    .selectAll()
    .where('phone_number', '=', phoneNumber)
    .where('id', '!=', ownId ?? 0)
    .executeTakeFirst()
  if (!row) return
  const { id, name, isActive } = mentorFrom(row)
  const change = `npm run admin -- change-mentor ${id}`
  throw new Error(
    `${phoneNumber} belongs to mentor number ${id}, ${name}${isActive ? '' : ', who is retired'}. ` +
      (isActive ? `To correct the name: ${change} --name …` : `To let them return: ${change} --return`),
  )
}

/** A mentor has no mentor. */
async function takeFromMentor(trx: Db, phoneNumber: string): Promise<void> {
  await trx.updateTable('users').set({ responder_id: null }).where('phone_number', '=', phoneNumber).execute()
}

export async function listMentors(db: Db): Promise<StoredMentor[]> {
  const rows = await db.selectFrom('responders').selectAll().orderBy('id').execute()
  return rows.map(mentorFrom)
}

/** A retired mentor gets no learners, reads and answers no messages, and stands in for nobody, even if they return. */
export async function retireMentor(db: Db, id: number): Promise<void> {
  await db.updateTable('responders').set({ cover_id: null }).where('cover_id', '=', id).execute()
  const nothing = { is_active: 0, away_since: null, away_until: null, cover_id: null }
  await db.updateTable('responders').set(nothing).where('id', '=', id).execute()
}

export async function countLearners(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('users')
    .select(({ fn }) => ['responder_id', fn.countAll().as('count')])
    .where('responder_id', 'is not', null)
    .groupBy('responder_id')
    .execute()
  return new Map(rows.map(({ responder_id, count }) => [Number(responder_id), Number(count)]))
}

/** The mentor that a learner asks for, or the link that they came by. */
export type MentorWish = { responderId?: unknown; invitationCode?: number | undefined }

/** Assigns a mentor to a learner who has none: the wished mentor if they are active, otherwise one with room. */
export async function assignMentor(
  db: Db,
  uid: string,
  { responderId, invitationCode }: MentorWish,
  now: number,
): Promise<void> {
  // Learners are assigned one at a time, so that many new learners at once are spread evenly.
  await transactionWithLock(db, MENTORS_LOCK, async trx => {
    const wish = invitationCode === undefined ? responderId : await countInvitation(trx, uid, invitationCode, now)
    const mentorId = (await activeMentor(trx, wish)) ?? (await mentorWithRoom(trx))
    if (mentorId === undefined) return
    await trx
      .updateTable('users')
      .set({ responder_id: mentorId })
      .where('uid', '=', uid)
      .where('responder_id', 'is', null)
      // A mentor has no mentor. A retired mentor may be a learner.
      .where(({ not, exists, selectFrom }) => {
        const own = selectFrom('responders').select('id').whereRef('phone_number', '=', 'users.phone_number')
        return not(exists(own.where('is_active', '=', 1)))
      })
      .execute()
  })
}

const MAX_ID = 2 ** 31 - 1

async function activeMentor(db: Db, wish: unknown): Promise<number | undefined> {
  if (typeof wish !== 'number' || !Number.isInteger(wish) || wish < 1 || wish > MAX_ID) return undefined
  const row = await db
    .selectFrom('responders')
    .select('id')
    .where('id', '=', wish)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  return row?.id
}

/**
 * The mentor with the fewest learners, of those who are not away and have room. If none has room, the mentor whose
 * capacity is exceeded least.
 */
async function mentorWithRoom(db: Db): Promise<number | undefined> {
  const { present, withRoom } = await findAvailableMentors(db)
  const [first] =
    withRoom.length > 0
      ? withRoom.toSorted((one, other) => one.learners - other.learners)
      : present.toSorted((one, other) => one.fullness - other.fullness)
  return first?.id
}

/** Whether the next learner finds no mentor with room. */
export async function areMentorsFull(db: Db): Promise<boolean> {
  const { present, withRoom } = await findAvailableMentors(db)
  return present.length > 0 && withRoom.length === 0
}

/** The mentors who can get a new learner: those who are not away, or all if all are away. */
async function findAvailableMentors(db: Db) {
  const active = await db
    .selectFrom('responders')
    .select(['id', 'capacity', 'away_since'])
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  const counts = await countLearners(db)
  const mentors = active.map(({ id, capacity, away_since }) => {
    const learners = counts.get(id) ?? 0
    return { id, learners, isAway: away_since !== null, fullness: learners / (capacity ?? DEFAULT_CAPACITY) }
  })
  const present = mentors.some(({ isAway }) => !isAway) ? mentors.filter(({ isAway }) => !isAway) : mentors
  return { present, withRoom: present.filter(({ fullness }) => fullness < 1) }
}

function mentorFrom({ id, name, phone_number, is_active, away_since }: Tables['responders']): StoredMentor {
  return { id, name, phoneNumber: phone_number, isActive: is_active === 1, isAway: away_since !== null }
}
