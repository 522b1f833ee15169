import { HOUR, MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { consume } from '../http/limits.ts'
import { networkOf } from '../http/network.ts'

const PROVEN = { perMinute: 10, perHour: 60 }
const UNPROVEN = { perMinute: 3, perHour: 20 }

/** Whether a phone has an account is told a few times only, and fewer still to whoever may be a machine. */
export async function consumeQuestion(
  db: Db,
  now: number,
  { address, isProven, factor }: { address: string; isProven: boolean; factor: number },
): Promise<void> {
  const { perMinute, perHour } = isProven ? PROVEN : UNPROVEN
  const network = networkOf(address)
  // Both kinds draw on one count, so that together they stay within the larger allowance.
  await consume(db, now, { key: `uniquePhone/minute/${network}`, max: perMinute * factor, perMs: MINUTE })
  await consume(db, now, { key: `uniquePhone/hour/${network}`, max: perHour * factor, perMs: HOUR })
}
