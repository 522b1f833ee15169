import type { Transaction } from 'kysely'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { languageCodes } from '../../../contract/languages.ts'
import { DAY, MINUTE } from '../../../contract/time.ts'
import { hasDuties, isMentorPhone, isUnused, phoneChangeOf, phoneChangeTo } from '../../account/phone-changes.ts'
import { userLock } from '../../account/write-for-user.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config.ts'
import { parsePhone } from '../../contact/phone.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { consume, refund } from '../../http/limits.ts'
import { MENTORS_LOCK } from '../../mentors/mentors.ts'
import type { SendSms } from '../../senders/sender.ts'
import { countriesNow } from '../../settings/organisation-settings.ts'
import { phoneLock } from '../../sign-in/phone/phone-sign-in.ts'
import { TEAM_LOCK } from '../../team/roles.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import { userRow } from './account-acts.ts'

type Trx = Transaction<Tables>

const ALLOWED_MS = DAY
const A_DAY = 10

/** `oldPhone` gets a text message about the new number. */
export type AllowedPhone = { uid: string; oldPhone: string }

export function locksOfAllowing(uid: string, phone: string): string[] {
  return [TEAM_LOCK, MENTORS_LOCK, userLock(uid), phoneLock(phone)]
}

/** The number as it is stored. Throws if nobody could sign in with it. */
export async function readNewPhone(db: Db, config: Config, written: string): Promise<string> {
  if (config.identity === 'firebase') throw new ApiError('people/phone-elsewhere')
  return parsePhone(written, (await countriesNow(db, config)).countries).number
}

/** Limits the new numbers of a day, because each sends a text to the old number. */
export async function consumeNewPhone(db: Db, uid: string, limitFactor: number, now: number): Promise<void> {
  await consume(db, { name: 'new-phone/day', of: { uid }, max: A_DAY * limitFactor, perMs: DAY }, now)
}

/** Throws if another coordinator has allowed another number, because the person waits for the code of that number. */
export async function throwIfOtherAllowed(trx: Trx, uid: string, phone: string, now: number): Promise<void> {
  const earlier = await phoneChangeOf(trx, uid, now)
  if (earlier && earlier.phone_number !== phone) throw new ApiError('settings/changed')
}

/** Stores the new number for 24 hours. It replaces an earlier one of the same person. Needs `locksOfAllowing`. */
export async function allowNewPhone(
  trx: Trx,
  uid: string,
  phone: string,
  now: number,
): Promise<ActResult<AllowedPhone>> {
  const user = await userRow(trx, uid)
  if (await hasDuties(trx, user)) throw new ApiError('people/has-role')
  if (user.phone_number === null) throw new ApiError('people/without-phone')
  if (user.phone_number === phone) throw new ApiError('people/same-phone')
  await throwIfTaken(trx, uid, phone, now)
  const change = { phone_number: phone, allowed_at: now, expires_at: now + ALLOWED_MS, told_at: null }
  await trx
    .insertInto('phone_changes')
    .values({ uid, ...change })
    .onConflict(conflict => conflict.column('uid').doUpdateSet(change))
    .execute()
  return { result: { uid, oldPhone: user.phone_number }, lines: [{ action: 'phone-allowed', subjectUid: uid }] }
}

async function throwIfTaken(trx: Trx, uid: string, phone: string, now: number): Promise<void> {
  const promised = await phoneChangeTo(trx, phone, now)
  if (promised && promised.uid !== uid) throw new ApiError('people/phone-promised')
  if (await isMentorPhone(trx, phone)) throw new ApiError('people/phone-in-use')
  const holder = await trx.selectFrom('users').selectAll().where('phone_number', '=', phone).executeTakeFirst()
  if (holder && !(await isUnused(trx, holder))) throw new ApiError('people/phone-in-use')
}

export async function cancelNewPhone(trx: Trx, uid: string, now: number): Promise<ActResult> {
  await userRow(trx, uid)
  if (!(await phoneChangeOf(trx, uid, now))) throw new ApiError('not-found')
  await trx.deleteFrom('phone_changes').where('uid', '=', uid).execute()
  return { result: null, lines: [{ action: 'phone-cancelled', subjectUid: uid }] }
}

/** Longer than any gateway takes. Until then another request with the same key may still be sending the text. */
const textLimit = (uid: string) => ({ name: 'new-phone-text', of: { uid }, max: 1, perMs: MINUTE }) as const

/** Sends the text at a repeat, if the server ended before it was sent. */
export async function notifyAtRepeat(db: Db, allowed: AllowedPhone, sending: Sending): Promise<void> {
  const change = await phoneChangeOf(db, allowed.uid, sending.now)
  if (change?.told_at !== null) return
  const isSending = await consume(db, textLimit(allowed.uid), sending.now).then(() => false, ifUsedUp(true))
  if (!isSending) await sendText(db, allowed, sending)
}

/** Notifies the old number of the new one. */
export async function notifyOldPhone(db: Db, allowed: AllowedPhone, sending: Sending): Promise<void> {
  // Another number may have been allowed and cancelled just before.
  await consume(db, textLimit(allowed.uid), sending.now).catch(ifUsedUp(undefined))
  await sendText(db, allowed, sending)
}

function ifUsedUp<T>(value: T): (error: unknown) => T {
  return error => {
    if (error instanceof ApiError) return value
    throw error
  }
}

type Sending = { sendSms: SendSms; now: number }

/**
 * Sends a text to the old number. It is in all languages, because nobody knows which language its reader knows. It has
 * no code and no link, because phishing uses those.
 */
async function sendText(db: Db, { uid, oldPhone }: AllowedPhone, { sendSms, now }: Sending): Promise<void> {
  try {
    await sendSms({ to: oldPhone, text: languageCodes.map(code => serverTexts[code].newPhone).join('\n') })
  } catch (error) {
    await refund(db, [textLimit(uid)])
    throw error
  }
  await db.updateTable('phone_changes').set({ told_at: now }).where('uid', '=', uid).execute()
}
