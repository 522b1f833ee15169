import { sql, type Transaction } from 'kysely'
import { STEP_SLOT_MS, STEPS_KEPT_MS } from '../../contract/lessons.ts'
import type { PersonalData } from '../account/personal-data/personal-data.ts'
import { namesOf, prepareMany, selectAllOf } from '../database/many-rows.ts'
import { moveRows } from '../database/move-rows.ts'
import type { Db, Tables } from '../database/tables.ts'

export const stepsOfPerson: PersonalData = {
  name: 'steps',

  async collect(db, uid) {
    const rows = await db.selectFrom('step_times').select('at').where('uid', '=', uid).orderBy('at').execute()
    return { json: rows.map(({ at }) => ({ at: new Date(at).toISOString() })) }
  },

  async move(trx, from, to) {
    await moveRows(trx, { table: 'step_times', owner: 'uid', key: 'at' }, from, to)
  },

  async erase(trx, uid) {
    await trx.deleteFrom('step_times').where('uid', '=', uid).execute()
    return undefined
  },
}

/** Returns when a learner did something in the last days, rounded to a quarter of an hour. */
export async function stepTimesOf(db: Db, uid: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('step_times')
    .select('at')
    .where('uid', '=', uid)
    .where('at', '>', now - STEPS_KEPT_MS)
    .orderBy('at')
    .execute()
  return rows.map(({ at }) => at)
}

/**
 * The last slot that this process stored for each person, so that more pages in the same slot cost no statement. This
 * is safe because a row stays for days, or is deleted with its account. Only the most recent people are remembered.
 */
const storedSlots = new WeakMap<Db, Map<string, number>>()
const PEOPLE_REMEMBERED = 10_000

/** When a learner did something. */
export type StepTime = { uid: string; time: number; now: number }

/** Whether this time has to be stored. It need not be if another page in the same slot was stored. */
export function isNewStep(db: Db, { uid, time }: StepTime): boolean {
  return storedSlots.get(db)?.get(uid) !== slotOf(time)
}

/** Stores one row for each slot. Call `rememberStep` after the commit. */
export async function saveSteps(trx: Transaction<Tables>, steps: readonly StepTime[]): Promise<void> {
  const recent = steps.filter(({ time, now }) => slotOf(time) > now - STEPS_KEPT_MS)
  const slots = recent.map(({ uid, time }) => ({ uid, at: slotOf(time) }))
  await insertStepTimes(trx, slots)
  await noteBegun(trx, steps)
}

export function rememberStep(db: Db, { uid, time }: StepTime): void {
  const slots = storedSlots.get(db) ?? new Map<string, number>()
  storedSlots.set(db, slots.set(uid, slotOf(time)))
  const [oldest] = slots.keys()
  if (slots.size > PEOPLE_REMEMBERED && oldest !== undefined) slots.delete(oldest)
}

function slotOf(time: number): number {
  return Math.floor(time / STEP_SLOT_MS) * STEP_SLOT_MS
}

const SLOT_COLUMNS = { uid: 'text', at: 'bigint' } as const

const insertStepTimes = prepareMany(SLOT_COLUMNS, (db, given) =>
  db
    .insertInto('step_times')
    .columns(namesOf(SLOT_COLUMNS))
    .expression(selectAllOf(db, given, SLOT_COLUMNS))
    .onConflict(conflict => conflict.doNothing()),
)

/**
 * Stores in `users` when a person began and when they were last active, for the list of people. An answer from a phone
 * without a network makes its person active when it arrives (`now`).
 */
const noteBegun = prepareMany({ uid: 'text', time: 'bigint', now: 'bigint' }, (db, given) =>
  db
    .updateTable('users')
    .from(given)
    .set({ began_at: sql`coalesce(users.began_at, given.time)`, active_at: sql`given.now` })
    .whereRef('users.uid', '=', 'given.uid'),
)

export async function deleteOldStepTimes(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('step_times')
    .where('at', '<=', now - STEPS_KEPT_MS)
    .execute()
}
