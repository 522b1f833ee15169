import { createHmac } from 'node:crypto'

/** What stands behind the id in an invitation: so many decimal digits that nobody guesses them by asking. */
const SIGNATURES = 10 ** 12
/** The last id whose invitation is a number that JavaScript counts exactly, whatever its signature. */
export const LAST_INVITING_ID = Math.floor(Number.MAX_SAFE_INTEGER / SIGNATURES) - 1

/** The number that asks for this mentor in `?rid=` where a bare id is not heard. */
export function invitationTo(responderId: number, key: Buffer): number {
  return responderId * SIGNATURES + signatureOf(responderId, key)
}

/** The mentor named in a link, by an invitation or, where that is enough, by a bare id; undefined: none. */
export function invitingMentor(
  wish: unknown,
  { key, needsInvitation }: { key: Buffer; needsInvitation: boolean },
): number | undefined {
  if (typeof wish !== 'number' || !Number.isSafeInteger(wish) || wish < 1) return undefined
  if (wish < SIGNATURES) return needsInvitation ? undefined : wish
  const responderId = Math.floor(wish / SIGNATURES)
  return wish === invitationTo(responderId, key) ? responderId : undefined
}

function signatureOf(responderId: number, key: Buffer): number {
  const bytes = createHmac('sha256', key).update(String(responderId)).digest()
  return Number(bytes.readBigUInt64BE() % BigInt(SIGNATURES))
}
