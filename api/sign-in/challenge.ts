import { randomInt } from 'node:crypto'
import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { ApiError } from '../../contract/calls/api-error.ts'
import { MINUTE } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import type { Secrets } from '../secrets/secrets.ts'

const LIFETIME_MS = 10 * MINUTE
/** A try takes 0.7 ms on a desktop, about 4 ms on a cheap phone: 150 to 300 tries are about a second. */
const EFFORT = 300
const ITERATIONS_PER_TRY = 5000
/** The challenge for a guess takes four times as long: about four seconds on a cheap phone. */
const HARDER = 4

export type Challenge = Awaited<ReturnType<typeof createChallenge>>

export type Challenges = {
  create: () => Promise<Challenge>
  /** Creates a challenge whose solution is valid only for this purpose. */
  createHarder: (purpose: string) => Promise<Challenge>
  /** Checks a solution without using it. */
  isVerified: (proof: string) => Promise<boolean>
  /** Uses a solution. Throws if it is wrong, expired, used or of another purpose. */
  consume: (proof: string, purpose?: string) => Promise<void>
  deleteExpired: () => Promise<void>
}

/**
 * The bot check: a challenge of ALTCHA (version 2, PBKDF2/SHA-256) that is expensive for an attacker who wants many
 * codes. A browser answers it with `proof`: base64 (the ordinary alphabet, padded) of the UTF-8 JSON of `{ "challenge":
 * <the whole reply of getChallenge, unchanged>, "solution": { "counter", "derivedKey" } }`. The solution is the result
 * of `solveChallenge({ challenge, deriveKey })` of altcha-lib, with `deriveKey` from
 * `altcha-lib/algorithms/web/pbkdf2`. It is valid for ten minutes and for one code.
 */
export function createChallenges({
  db,
  now,
  secrets,
  effort = EFFORT,
}: {
  db: Db
  now: () => number
  secrets: Secrets
  effort?: number | undefined
}): Challenges {
  const keys = {
    hmacSignatureSecret: secrets.proofs.toString('hex'),
    // With this key one HMAC checks a solution, so many wrong ones cost the server little.
    hmacKeySignatureSecret: secrets.solutions.toString('hex'),
  }

  async function verify(proof: string, purpose?: string): Promise<{ id: string; expiresAt: number } | undefined> {
    const payload = payloadOf(proof)
    if (!payload || payload.challenge.parameters.data?.purpose !== purpose) return undefined
    // No honest browser sends a payload that throws here.
    const result = await verifySolution({ ...payload, ...keys, deriveKey }).catch(() => undefined)
    const expiresAt = Number(payload.challenge.parameters.data?.expiresAt ?? 0)
    if (!result?.verified || expiresAt <= now()) return undefined
    return { id: payload.challenge.signature as string, expiresAt }
  }

  function challengeOf(maxTries: number, data?: { purpose: string }): Promise<Challenge> {
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: ITERATIONS_PER_TRY,
      // The number of tries is random within bounds. Without bounds, one phone in a hundred would search five times as
      // long.
      counter: randomInt(Math.floor(maxTries / 2), maxTries),
      deriveKey,
      // The library would compare an expiry of its own with the machine's clock: the server has one clock, `now`.
      data: { ...data, expiresAt: now() + LIFETIME_MS },
      ...keys,
    })
  }

  return {
    create: () => challengeOf(effort),
    createHarder: purpose => challengeOf(effort * HARDER, { purpose }),
    isVerified: async proof => (await verify(proof)) !== undefined,
    consume: async (proof, purpose) => {
      const verified = await verify(proof, purpose)
      if (!verified || !(await markSpent(db, verified))) throw new ApiError('auth/captcha-check-failed')
    },
    deleteExpired: async () => {
      await db.deleteFrom('spent_proofs').where('expires_at', '<=', now()).execute()
    },
  }
}

function payloadOf(proof: string): Payload | undefined {
  try {
    const payload: Payload = JSON.parse(Buffer.from(proof, 'base64').toString())
    return payload?.challenge?.parameters && payload.solution ? payload : undefined
  } catch {
    return undefined
  }
}

/** Returns false if the solution was already used. */
async function markSpent(db: Db, { id, expiresAt }: { id: string; expiresAt: number }): Promise<boolean> {
  const row = await db
    .insertInto('spent_proofs')
    .values({ id, expires_at: expiresAt })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
