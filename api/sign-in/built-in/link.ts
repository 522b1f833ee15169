import type { Transaction } from 'kysely'
import { Refusal } from '../../../contract/calls/api-error.ts'
import { refuseOldSignIn } from '../../account/recent-sign-in.ts'
import { lockOf } from '../../account/write-for.ts'
import { serially } from '../../database/serially.ts'
import type { Db, Tables } from '../../database/tables.ts'
import type { Caller } from '../../http/bearer.ts'
import { keepPassword } from '../password/email-accounts.ts'
import {
  type Credential,
  type Setting as EmailSetting,
  lockOfEmail,
  type OpenEmailSession,
} from '../password/email-sign-in.ts'
import { hashPassword } from '../password/password-hash.ts'
import { spendNewAddress } from '../password/password-limits.ts'
import { refuseWeak } from '../password/password-policy.ts'
import { newKnownDevice } from '../password/trusted-device.ts'
import { consumeCode } from '../phone/codes.ts'
import { type EnteredCode, lockOfPhone, type Setting as PhoneSetting, provenPhone } from '../phone/phone-sign-in.ts'
import { type OpenSession, openSession, revokeSession } from '../sessions/sessions.ts'

/** Adds an address to the caller's account. The session answered takes the place of the caller's. */
export async function linkEmail(
  db: Db,
  caller: Caller,
  { email, password }: Credential,
  { now, key, address, factor, policy }: EmailSetting,
): Promise<OpenEmailSession> {
  refuseOldSignIn(caller, now)
  await refuseSecond(db, caller.uid, 'email')
  refuseWeak(password, policy)
  await spendNewAddress(db, now, { address, factor })
  await refuseTaken(db, caller.uid, { column: 'email', value: email })
  const hash = await hashPassword(password)
  return serially(db, [lockOf(caller.uid), lockOfEmail(email)], async trx => {
    await refuseSecond(trx, caller.uid, 'email')
    await refuseTaken(trx, caller.uid, { column: 'email', value: email })
    const address = { email, email_since: now, email_proved_at: null, ...kept }
    await trx.updateTable('users').set(address).where('uid', '=', caller.uid).execute()
    await keepPassword(trx, caller.uid, { hash, now })
    const session = await reopen(trx, caller, now)
    return { session, knownDevice: newKnownDevice({ email, passwordChangedAt: now }, key) }
  })
}

/** Adds the phone that a code was sent to. A code that leads nowhere stays good, so that it can still sign in. */
export async function linkPhone(
  db: Db,
  caller: Caller,
  given: EnteredCode,
  setting: PhoneSetting,
): Promise<OpenSession> {
  refuseOldSignIn(caller, setting.now)
  await refuseSecond(db, caller.uid, 'phone_number')
  const phone = await provenPhone(db, given, setting)
  return serially(db, [lockOf(caller.uid), lockOfPhone(phone)], async trx => {
    await refuseSecond(trx, caller.uid, 'phone_number')
    await refuseTaken(trx, caller.uid, { column: 'phone_number', value: phone })
    await consumeCode(trx, given.verificationId, setting.now)
    const added = { phone_number: phone, phone_since: setting.now, ...kept }
    await trx.updateTable('users').set(added).where('uid', '=', caller.uid).execute()
    return reopen(trx, caller, setting.now)
  })
}

/** Whoever adds to an account means to keep it, whatever they had asked for before. */
const kept = { erase_at: null }

/** An account has one address and one phone at most. */
async function refuseSecond(db: Db, uid: string, column: 'email' | 'phone_number'): Promise<void> {
  const user = await db.selectFrom('users').select(column).where('uid', '=', uid).executeTakeFirst()
  if (!user) throw new Refusal('auth/unauthorized')
  if (Object.values(user)[0] !== null) throw new Refusal('auth/provider-already-linked')
}

async function refuseTaken(
  db: Db,
  uid: string,
  { column, value }: { column: 'email' | 'phone_number'; value: string },
): Promise<void> {
  const holder = await db
    .selectFrom('users')
    .select('uid')
    .where(column, '=', value)
    .where('uid', '!=', uid)
    .executeTakeFirst()
  if (!holder) return
  throw new Refusal(column === 'email' ? 'auth/email-already-in-use' : 'auth/credential-already-in-use')
}

/** What tokens say of an account changes with it. */
async function reopen(trx: Transaction<Tables>, { uid, sessionId }: Caller, now: number): Promise<OpenSession> {
  await revokeSession(trx, sessionId, now)
  const user = await trx
    .selectFrom('users')
    .select(['uid', 'phone_number as phoneNumber', 'email'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return openSession(trx, user, now)
}
