import { HOUR, MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { consume } from '../http/limits.ts'
import { networkOf } from '../http/network.ts'

const VERIFIED = { perMinute: 10, perHour: 60 }
const UNVERIFIED = { perMinute: 3, perHour: 20 }

/** Limits the question whether a phone has an account. A client that may be a machine gets fewer answers. */
export async function consumeQuestion(
  db: Db,
  { address, isVerified, factor }: { address: string; isVerified: boolean; factor: number },
  now: number,
): Promise<void> {
  const { perMinute, perHour } = isVerified ? VERIFIED : UNVERIFIED
  const network = networkOf(address)
  // Both kinds share one count, so together they stay within the larger allowance.
  await consume(db, { key: `uniquePhone/minute/${network}`, max: perMinute * factor, perMs: MINUTE }, now)
  await consume(db, { key: `uniquePhone/hour/${network}`, max: perHour * factor, perMs: HOUR }, now)
}
