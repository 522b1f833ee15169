import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_LENGTH } from '../../../contract/account.ts'

/** A code with the id under which it is entered. */
export type Code = { verificationId: string; code: string }

export function newCode(): Code {
  return {
    verificationId: randomBytes(16).toString('base64url'),
    code: String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0'),
  }
}

/** Whether a text has the format of an id. Some other texts would cause an error in PostgreSQL. */
export function isVerificationId(text: string): boolean {
  return /^[\w-]{22}$/.test(text)
}

/** A hash with a key. Without one, all million codes could be tried against the hash in a second. */
export function fingerprintOf({ verificationId, code }: Code, key: Buffer): string {
  return createHmac('sha256', key).update(`${verificationId}:${code}`).digest('base64url')
}

export function isCodeOf(fingerprint: string, given: Code, key: Buffer): boolean {
  const stored = Buffer.from(fingerprint)
  const offered = Buffer.from(fingerprintOf(given, key))
  return stored.length === offered.length && timingSafeEqual(stored, offered)
}
