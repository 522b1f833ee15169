import type { Transaction } from 'kysely'
import { STEP_SLOT_MS, STEPS_KEPT_MS } from '../../contract/lessons.ts'
import { moveRows } from '../database/move-rows.ts'
import type { Db, Tables } from '../database/tables.ts'
import type { PersonalData } from '../identity/personal-data.ts'

/** When somebody learned in the last days. */
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

/** The times at which a learner did something in the last days, to the quarter of an hour. */
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

/** One row for all that is done in a quarter of an hour. */
export async function saveStepTime(trx: Transaction<Tables>, uid: string, time: number, now: number): Promise<void> {
  const at = Math.floor(time / STEP_SLOT_MS) * STEP_SLOT_MS
  if (at <= now - STEPS_KEPT_MS) return
  await trx
    .insertInto('step_times')
    .values({ uid, at })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function deleteOldStepTimes(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('step_times')
    .where('at', '<=', now - STEPS_KEPT_MS)
    .execute()
}
