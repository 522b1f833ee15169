import { CODE_LIFETIME_MS } from '../../../contract/identity.ts'
import { Refusal } from '../../../contract/refusals.ts'
import { serially } from '../../database/serially.ts'
import type { Db } from '../../database/tables.ts'
import { DAY } from '../../http/limits.ts'
import { type Code, fingerprintOf, isCodeOf, isVerificationId } from './code.ts'

const MAX_ATTEMPTS = 5
const KEPT_MS = 7 * DAY

/** Keeps a fingerprint of the code. From now on it is the only one that is good for this phone. */
export async function keepCode(
  db: Db,
  phone: string,
  fresh: Code,
  { key, now }: { key: Buffer; now: number },
): Promise<void> {
  await serially(db, `codes of ${phone}`, async trx => {
    await trx
      .updateTable('verifications')
      .set({ replaced_at: now })
      .where('phone', '=', phone)
      .where('replaced_at', 'is', null)
      .where('used_at', 'is', null)
      .execute()
    await trx
      .insertInto('verifications')
      .values({
        id: fresh.verificationId,
        phone,
        code_hash: fingerprintOf(fresh, key),
        attempts: 0,
        created_at: now,
        expires_at: now + CODE_LIFETIME_MS,
        used_at: null,
        replaced_at: null,
      })
      .execute()
  })
}

/** The phone that a code was sent to, if the code can still be entered. */
export async function phoneOf(db: Db, verificationId: string, now: number): Promise<string> {
  if (!isVerificationId(verificationId)) throw new Refusal('auth/invalid-verification-code')
  const row = await db.selectFrom('verifications').selectAll().where('id', '=', verificationId).executeTakeFirst()
  if (!row || row.used_at !== null || row.replaced_at !== null) throw new Refusal('auth/invalid-verification-code')
  if (row.expires_at <= now || row.attempts >= MAX_ATTEMPTS) throw new Refusal('auth/code-expired')
  return row.phone
}

/**
 * Whether the code is the right one. The attempt is counted before the code is looked at, in one statement:
 * of any number of guesses that come together, five are looked at.
 */
export async function isRightCode(db: Db, given: Code, { key, now }: { key: Buffer; now: number }): Promise<boolean> {
  const row = await db
    .updateTable('verifications')
    .set(expression => ({ attempts: expression('attempts', '+', 1) }))
    .where('id', '=', given.verificationId)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  if (!row) {
    await phoneOf(db, given.verificationId, now)
    throw new Refusal('auth/code-expired')
  }
  return isCodeOf(row.code_hash, given, key)
}

/** Takes the code for good. Refuses whoever comes second. */
export async function useUp(db: Db, verificationId: string, now: number): Promise<void> {
  const row = await db
    .updateTable('verifications')
    .set({ used_at: now })
    .where('id', '=', verificationId)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new Refusal('auth/invalid-verification-code')
}

export async function forgetOldCodes(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('created_at', '<', now - KEPT_MS)
    .execute()
}
