import { Refusal } from '../../../contract/calls/api-error.ts'
import { lockOf } from '../../account/write-for.ts'
import type { Config } from '../../config.ts'
import { serially } from '../../database/serially.ts'
import type { Db } from '../../database/tables.ts'
import { type OpenSession, openSession } from '../sessions/sessions.ts'
import { accountOfEmail, type EmailAccount, makeEmailAccount } from './email-accounts.ts'
import { hashPassword, isOutdated, isPassword } from './password-hash.ts'
import { giveBackPassword, spendNewAddress, spendPassword } from './password-limits.ts'
import { refuseWeak } from './password-policy.ts'
import { deviceIdOf, newKnownDevice } from './trusted-device.ts'

export type Credential = { email: string; password: string }
export type OpenEmailSession = { session: OpenSession; knownDevice: string }

export type Setting = {
  now: number
  /** Of known devices. */
  key: Buffer
  address: string
  factor: number
  policy: Config['passwordPolicy']
  hidesAccounts: boolean
}

/** Opens a session for whoever knows the password of an address. Does the same work whether there is an account. */
export async function signInByEmail(
  db: Db,
  { email, password, knownDevice }: Credential & { knownDevice: string | undefined },
  setting: Setting,
): Promise<OpenEmailSession> {
  const account = await accountOfEmail(db, email)
  const known = account ?? { email, passwordChangedAt: 0 }
  const deviceId = deviceIdOf(knownDevice, known, setting.key)
  const guess = { email, deviceId, address: setting.address, factor: setting.factor }
  await spendPassword(db, setting.now, guess)
  const isRight = await isPassword(password, account?.hash ?? undefined).catch(async error => {
    // Nobody looked at it.
    await giveBackPassword(db, guess)
    throw error
  })
  if (!account?.hash || !isRight) throw refusalOf(account, setting)
  await giveBackPassword(db, guess)
  if (account.blockedAt !== null) throw new Refusal('auth/login-blocked')
  const session = await enter(db, account, { password, now: setting.now })
  return { session, knownDevice: (deviceId && knownDevice) || newKnownDevice(account, setting.key) }
}

/** Makes an account of a new address and opens its first session. */
export async function createByEmail(
  db: Db,
  { email, password }: Credential,
  { now, key, address, factor, policy }: Setting,
): Promise<OpenEmailSession> {
  refuseWeak(password, policy)
  await spendNewAddress(db, now, { address, factor })
  if (await accountOfEmail(db, email)) throw new Refusal('auth/email-already-in-use')
  const hash = await hashPassword(password)
  return serially(db, lockOfEmail(email), async trx => {
    const account = await makeEmailAccount(trx, email, { hash, now })
    if (!account) throw new Refusal('auth/email-already-in-use')
    return { session: await openSession(trx, account, now), knownDevice: newKnownDevice(account, key) }
  })
}

/** Held by whoever gives an address to an account. */
export function lockOfEmail(email: string): string {
  return `email ${email}`
}

function refusalOf(account: EmailAccount | undefined, { hidesAccounts }: Setting): Refusal {
  if (hidesAccounts) return new Refusal('auth/invalid-credential')
  return new Refusal(account ? 'auth/wrong-password' : 'auth/user-not-found')
}

async function enter(
  db: Db,
  account: EmailAccount,
  { password, now }: { password: string; now: number },
): Promise<OpenSession> {
  const kept = account.hash as string
  const better = isOutdated(kept) ? await hashPassword(password) : kept
  return serially(db, lockOf(account.uid), async trx => {
    // Whoever set another password meanwhile signed this one out with it.
    const same = await trx
      .updateTable('passwords')
      .set({ hash: better })
      .where('uid', '=', account.uid)
      .where('changed_at', '=', account.passwordChangedAt)
      .returning('uid')
      .executeTakeFirst()
    if (!same) throw new Refusal('auth/wrong-password')
    return openSession(trx, account, now)
  })
}
