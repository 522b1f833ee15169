import { CODE_LIFETIME_MS } from '../../../contract/account.ts'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { DAY } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { prefixOf } from './code-limits.ts'
import { UNSENT } from './codes.ts'

const LOOKED_AT = 50
const MIN_USED = 0.2 * LOOKED_AT
/** A block of numbers gets codes again when the codes that stopped it are this old. */
const WITHIN_MS = DAY

/**
 * SMS pumping: throws for a block of numbers if few of its last 50 codes were entered. Fraudsters earn money with texts
 * to such numbers.
 */
export async function throwIfPumped(db: Db, number: string, now: number): Promise<void> {
  const prefix = prefixOf(number)
  const codes = await db
    .selectFrom('verifications')
    .select('used_at')
    .where('phone', '>=', `${prefix}0000`)
    .where('phone', '<=', `${prefix}9999`)
    // A code that can still be entered does not count yet.
    .where('created_at', '<=', now - CODE_LIFETIME_MS)
    .where('created_at', '>', now - WITHIN_MS)
    // A code whose SMS failed does not count, unless it was sent in another way.
    .where(({ eb, or }) => or([eb('code_hash', '!=', UNSENT), eb('other_code_hash', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .limit(LOOKED_AT)
    .execute()
  if (codes.length < LOOKED_AT) return
  const used = codes.filter(code => code.used_at !== null).length
  if (used < MIN_USED) throw new ApiError('auth/quota-exceeded', { retryAfter: WITHIN_MS / 1000 })
}
