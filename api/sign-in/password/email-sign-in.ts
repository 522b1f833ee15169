import { ApiError } from '../../../contract/calls/api-error.ts'
import { throwIfBlocked } from '../../account/user-status.ts'
import { userLock } from '../../account/write-for-user.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import { type OpenSession, openSession } from '../sessions/sessions.ts'
import { accountOfEmail, type EmailAccount, makeEmailAccount } from './email-accounts.ts'
import type { Passwords } from './password-hash.ts'
import { comparePassword, consumeNewEmail } from './password-limits.ts'
import { throwIfWeak } from './password-policy.ts'
import { deviceIdOf, newTrustedDevice } from './trusted-device.ts'

export type Credential = { email: string; password: string }
export type OpenEmailSession = { session: OpenSession; knownDevice: string }

export type EmailSignInOptions = {
  now: number
  /** Key of the HMAC of trusted devices. */
  key: Buffer
  ipAddress: string
  limitFactor: number
  passwords: Passwords
  passwordPolicy: Config['passwordPolicy']
  enumerationProtection: boolean
}

/** Signs in by e-mail address and password. Takes the same work if there is no such account. */
export async function signInByEmail(
  db: Db,
  { email, password, knownDevice }: Credential & { knownDevice: string | undefined },
  options: EmailSignInOptions,
): Promise<OpenEmailSession> {
  const account = await accountOfEmail(db, email)
  const trustedFor = account ?? { email, passwordChangedAt: 0 }
  const deviceId = deviceIdOf(knownDevice, trustedFor, options.key)
  const guess = { email, deviceId, ipAddress: options.ipAddress, limitFactor: options.limitFactor }
  const { passwords, now } = options
  const isRight = await comparePassword(db, guess, { password, hash: account?.hash, passwords }, now)
  if (!account || !isRight) throw signInError(account, options)
  throwIfBlocked(account)
  const session = await enter(db, account, { password, passwords, now })
  return { session, knownDevice: (deviceId && knownDevice) || newTrustedDevice(account, options.key) }
}

/** Creates an account and opens its first session. */
export async function createByEmail(
  db: Db,
  { email, password }: Credential,
  { now, key, ipAddress, limitFactor, passwords, passwordPolicy }: EmailSignInOptions,
): Promise<OpenEmailSession> {
  throwIfWeak(password, passwordPolicy)
  await consumeNewEmail(db, { ipAddress, limitFactor }, now)
  if (await accountOfEmail(db, email)) throw new ApiError('auth/email-already-in-use')
  const hash = await passwords.hash(password)
  return transactionWithLock(db, emailLock(email), async trx => {
    const account = await makeEmailAccount(trx, email, { hash, now })
    if (!account) throw new ApiError('auth/email-already-in-use')
    return { session: await openSession(trx, account, now), knownDevice: newTrustedDevice(account, key) }
  })
}

/** The lock for giving this e-mail address to an account. */
export function emailLock(email: string): string {
  return `email ${email}`
}

function signInError(account: EmailAccount | undefined, { enumerationProtection }: EmailSignInOptions): ApiError {
  if (enumerationProtection) return new ApiError('auth/invalid-credential')
  return new ApiError(account ? 'auth/wrong-password' : 'auth/user-not-found')
}

async function enter(
  db: Db,
  account: EmailAccount,
  { password, passwords, now }: { password: string; passwords: Passwords; now: number },
): Promise<OpenSession> {
  const stored = account.hash as string
  const better = passwords.isWeak(stored) ? await passwords.hash(password) : stored
  return transactionWithLock(db, userLock(account.uid), async trx => {
    // If the password was changed in the meantime, this sign-in fails.
    const updated = await trx
      .updateTable('passwords')
      .set({ hash: better })
      .where('uid', '=', account.uid)
      .where('changed_at', '=', account.passwordChangedAt)
      .returning('uid')
      .executeTakeFirst()
    if (!updated) throw new ApiError('auth/wrong-password')
    return openSession(trx, account, now)
  })
}
