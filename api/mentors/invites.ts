import { createHmac } from 'node:crypto'
import type { Config } from '../config.ts'

/** The number of possible signatures: so many that nobody guesses one. */
const SIGNATURES = 10 ** 12
/** The last id whose invitation is a safe integer in JavaScript, with any signature. */
export const LAST_INVITING_ID = Math.floor(Number.MAX_SAFE_INTEGER / SIGNATURES) - 1

/** The number in `?rid=` that asks for this mentor, where a bare id is not accepted. */
export function invitationTo(mentorId: number, key: Buffer): number {
  return mentorId * SIGNATURES + signatureOf(mentorId, key)
}

/** The mentor that an invitation names, or a bare id where that is enough; undefined if neither is valid. */
export function invitingMentor(
  wish: unknown,
  { key, invites }: { key: Buffer; invites: Config['invites'] },
): number | undefined {
  if (typeof wish !== 'number' || !Number.isSafeInteger(wish) || wish < 1) return undefined
  if (wish < SIGNATURES) return invites === 'signed' ? undefined : wish
  const mentorId = Math.floor(wish / SIGNATURES)
  return wish === invitationTo(mentorId, key) ? mentorId : undefined
}

function signatureOf(mentorId: number, key: Buffer): number {
  const bytes = createHmac('sha256', key).update(String(mentorId)).digest()
  return Number(bytes.readBigUInt64BE() % BigInt(SIGNATURES))
}
