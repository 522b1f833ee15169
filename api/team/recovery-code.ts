import { createHmac, hash, randomBytes } from 'node:crypto'
import { ApiError } from '../../contract/calls/api-error.ts'
import { storedValue, storeValue } from '../database/stored-values.ts'
import type { Db } from '../database/tables.ts'

const NAME = 'recoveryCode'
/** Has no letters that look like digits on paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20

/** The database has only the hash, so nobody can read the code in a copy of the database. */
type Stored = { hash: string; madeAt: number; usedAt: number | null }

/** Makes a code in place of an earlier one. Needs `TEAM_LOCK`. Returns the id from which `codeOf` makes its text. */
export async function replaceRecoveryCode(trx: Db, key: Buffer, now: number): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  await storeValue(trx, NAME, { hash: hashOf(codeOf(id, key)), madeAt: now, usedAt: null } satisfies Stored)
  return id
}

/** The text of a code: `K7QX-…`, twenty letters and digits, a hundred bits. */
export function codeOf(id: string, key: Buffer): string {
  const bytes = createHmac('sha256', key).update(`recovery ${id}`).digest()
  const letters = Array.from(bytes.subarray(0, LENGTH), byte => ALPHABET[byte % ALPHABET.length])
  return letters.join('').replace(/.{4}(?=.)/g, '$&-')
}

/** Throws for another code, and for one that was used. Needs `TEAM_LOCK`. */
export async function takeRecoveryCode(trx: Db, code: string, now: number): Promise<void> {
  const stored = await storedValue<Stored>(trx, NAME)
  if (!stored || stored.hash !== hashOf(code)) throw new ApiError('team/recovery-wrong')
  if (stored.usedAt !== null) throw new ApiError('team/recovery-used')
  await storeValue(trx, NAME, { ...stored, usedAt: now } satisfies Stored)
}

/** When the present code was made. Null if there is none, or if it was used. */
export async function recoveryMadeAt(db: Db): Promise<number | null> {
  const stored = await storedValue<Stored>(db, NAME)
  return stored && stored.usedAt === null ? stored.madeAt : null
}

/** The hash is the same however the code was typed: in small letters, with spaces, or with O, I and L for 0 and 1. */
function hashOf(code: string): string {
  const letters = code.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return hash('sha256', letters.replace(/[^0-9A-Z]/g, ''), 'base64url')
}
