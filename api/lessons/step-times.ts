import { sql, type Transaction } from 'kysely'
import { STEP_SLOT_MS, STEPS_KEPT_MS } from '../../contract/lessons.ts'
import type { PersonalData } from '../account/personal-data/personal-data.ts'
import { moveRows } from '../database/move-rows.ts'
import { type Holes, prepare } from '../database/prepare.ts'
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
 * The last slot that this process stored for each person: more pages in the same slot cost no statement. A
 * row stays for days, or is deleted with its account. Only the most recent people are remembered.
 */
const storedSlots = new WeakMap<Db, Map<string, number>>()
const PEOPLE_REMEMBERED = 10_000

/** Stores one row for each slot. Returns a function to call after the commit. */
export async function saveStepTime(
  { db, trx }: { db: Db; trx: Transaction<Tables> },
  uid: string,
  time: number,
  now: number,
): Promise<() => void> {
  const at = Math.floor(time / STEP_SLOT_MS) * STEP_SLOT_MS
  const slots = storedSlots.get(db) ?? new Map<string, number>()
  if (slots.get(uid) !== at) {
    if (at > now - STEPS_KEPT_MS) await insertStepTime(trx, { uid, at })
    await noteBegun(trx, { uid, time, now })
  }
  return () => {
    storedSlots.set(db, slots.set(uid, at))
    const [oldest] = slots.keys()
    if (slots.size > PEOPLE_REMEMBERED && oldest !== undefined) slots.delete(oldest)
  }
}

const insertStepTime = prepare((db, { uid, at }: Holes<{ uid: string; at: number }>) =>
  db
    .insertInto('step_times')
    .values({ uid, at })
    .onConflict(conflict => conflict.doNothing()),
)

/** For the list of people. `now`: an answer from a phone without a network counts as of its arrival. */
const noteBegun = prepare((db, { uid, time, now }: Holes<{ uid: string; time: number; now: number }>) =>
  db
    .updateTable('users')
    .set({ began_at: sql`coalesce(began_at, cast(${time} as bigint))`, active_at: now })
    .where('uid', '=', uid),
)

export async function deleteOldStepTimes(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('step_times')
    .where('at', '<=', now - STEPS_KEPT_MS)
    .execute()
}
