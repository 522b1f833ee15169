import { DAY, HOUR, MINUTE } from '../../../contract/time.ts'
import type { Db } from '../../database/tables.ts'
import { type LimitOwner, limitKey } from '../../http/limit-key.ts'
import { consume, consumeAll, type Limit, refund } from '../../http/limits.ts'
import { networkOf } from '../../http/network.ts'
import type { Passwords } from './password-hash.ts'

export type PasswordGuess = {
  email: string
  /** A trusted device of the account. It has counters of its own, so that guesses elsewhere cannot use them up. */
  deviceId: string | undefined
  ipAddress: string
  limitFactor: number
}

type Compared = { password: string; hash: string | null | undefined; passwords: Passwords }

/** Compares a password with the stored hash. A wrong password is a guess; one that cannot be compared throws. */
export async function comparePassword(
  db: Db,
  guess: PasswordGuess,
  { password, hash, passwords }: Compared,
  now: number,
): Promise<boolean> {
  const limits = allowances(guess)
  // The guess is counted before the comparison, so that many guesses at once do not pass the limit.
  await consumeAll(
    db,
    limits.map(limit => ({ ...limit, max: limit.max * guess.limitFactor })),
    now,
  )
  const isRight = await passwords.isRight(password, hash ?? undefined).catch(async error => {
    // The hash was not computed, so no password was tried.
    await refund(db, limits)
    throw error
  })
  if (isRight) await refund(db, limits)
  return isRight
}

/** Deletes the counts of a person who verified their e-mail address. */
export async function deletePasswordAttempts(db: Db, email: string): Promise<void> {
  const keys = allowancesOf({ email }).map(limitKey)
  await db.deleteFrom('limits').where('key', 'in', keys).execute()
}

/** Counts a new account with an e-mail address. */
export async function consumeNewEmail(
  db: Db,
  { ipAddress, limitFactor }: { ipAddress: string; limitFactor: number },
  now: number,
) {
  await consume(
    db,
    { name: 'new-address/hour', of: { network: networkOf(ipAddress) }, max: 100 * limitFactor, perMs: HOUR },
    now,
  )
}

/** Counts a link to set a new password. */
export async function consumeResetLink(
  db: Db,
  { email, ipAddress, limitFactor }: { email: string; ipAddress: string; limitFactor: number },
  now: number,
): Promise<void> {
  const perHour = (of: LimitOwner, max: number) =>
    ({ name: 'reset/hour', of, max: max * limitFactor, perMs: HOUR }) as const
  await consumeAll(db, [perHour({ network: networkOf(ipAddress) }, 20), perHour({ email }, 3)], now)
}

/** Counts a code for a new e-mail address. A person and an e-mail address get few, so that no inbox is flooded. */
export async function consumeEmailChange(
  db: Db,
  { uid, email, ipAddress, limitFactor }: { uid: string; email: string; ipAddress: string; limitFactor: number },
  now: number,
): Promise<void> {
  const perHour = (of: LimitOwner, max: number) =>
    ({ name: 'change-email/hour', of, max: max * limitFactor, perMs: HOUR, code: 'auth/quota-exceeded' }) as const
  await consumeAll(
    db,
    [perHour({ network: networkOf(ipAddress) }, 20), perHour({ uid }, 5), perHour({ email }, 3)],
    now,
  )
}

function allowances({ email, deviceId, ipAddress }: PasswordGuess): Limit[] {
  if (deviceId !== undefined) return allowancesOf({ email, deviceId })
  const network = networkOf(ipAddress)
  return [{ name: 'password/hour', of: { network }, max: 100, perMs: HOUR }, ...allowancesOf({ email })]
}

function allowancesOf(of: LimitOwner): Limit[] {
  return [
    { name: 'password/minute', of, max: 5, perMs: MINUTE },
    { name: 'password/quarter', of, max: 10, perMs: 15 * MINUTE },
    { name: 'password/day', of, max: 50, perMs: DAY },
  ]
}
