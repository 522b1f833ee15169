import { createHmac } from 'node:crypto'
import type { Db } from '../database/tables.ts'

/** One press of a button: `about` is its subject, `key` its Idempotency-Key. */
export type Press = {
  call: 'sendCode' | 'sendOtherCode' | 'confirmCode' | 'confirmAgain' | 'sendResetLink' | 'resetPassword'
  about: string
  key: string | undefined
  secret: Buffer
}

/**
 * The result of an earlier request of the same press, if its reply was lost. `idempotent` cannot be used: nobody is
 * signed in yet, and its stored reply would hold the tokens of a session.
 */
export async function outcomeOf(db: Db, press: Press): Promise<string | undefined> {
  if (press.key === undefined) return undefined
  const row = await db
    .selectFrom('idempotency_keys')
    .select('reply')
    .where('uid', '=', press.call)
    .where('key', '=', markOf(press))
    .executeTakeFirst()
  return row && JSON.parse(row.reply)
}

export async function saveOutcome(db: Db, press: Press, { outcome, now }: { outcome: string; now: number }) {
  if (press.key === undefined) return
  const reply = JSON.stringify(outcome)
  await db
    .insertInto('idempotency_keys')
    .values({ uid: press.call, key: markOf(press), fingerprint: '', reply, created_at: now })
    .onConflict(conflict => conflict.columns(['uid', 'key']).doUpdateSet({ reply, created_at: now }))
    .execute()
}

/**
 * Does the work, which saves its outcome. If the work fails because another request of the same press has succeeded, it
 * is done once more, as a repeat: the code was right, but the other request has used it.
 */
export async function doOrRepeat<T>(db: Db, press: Press, work: (isRepeat: boolean) => Promise<T>): Promise<T> {
  const isDone = async () => (await outcomeOf(db, press)) !== undefined
  if (await isDone()) return work(true)
  try {
    return await work(false)
  } catch (error) {
    if (await isDone()) return work(true)
    throw error
  }
}

/** The work that is under way, by the mark of its press. In a test, each `Db` stands for a process. */
const underWay = new WeakMap<Db, Map<string, Promise<unknown>>>()

/** Repeats that come while the first request is under way get its result, or its error. */
export function sharedWithRepeats<T>(db: Db, press: Press, work: () => Promise<T>): Promise<T> {
  if (press.key === undefined) return work()
  const presses = underWay.get(db) ?? new Map<string, Promise<unknown>>()
  underWay.set(db, presses)
  const mark = markOf(press)
  const first = presses.get(mark) as Promise<T> | undefined
  if (first) return first
  const begun = work().finally(() => presses.delete(mark))
  presses.set(mark, begun)
  return begun
}

/** A mark hides the key, the phone and the password, so that a reader of the database cannot repeat a press. */
function markOf({ call, about, key, secret }: Press): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([call, about, key]))
    .digest('base64url')
}
