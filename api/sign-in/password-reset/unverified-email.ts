import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { makeEmailAccount, savePassword } from '../password/email-accounts.ts'

export type Account = Tables['users'] & { email: string }

/** Digits shown of a phone: enough for its owner to recognise it, too few for anybody else. */
const SHOWN_DIGITS = 2

/**
 * What is uncertain about an account whose e-mail address is verified later than the account was made. Another person
 * may have made it, to get into the owner's data later: see docs/decisions/022-an-unproved-address-opens-nothing.md.
 */
type Doubt = 'none' | 'whose is the phone' | 'whose is the email'

export function phoneToConfirm(account: Account): string | null {
  const isAsked = doubtOf(account) === 'whose is the phone'
  return isAsked ? (account.phone_number as string).slice(-SHOWN_DIGITS) : null
}

/**
 * Gives the new password to the person who verified the e-mail address. A phone that was added later no longer opens
 * the account, unless they say that it is theirs. If the phone was first, its owner keeps the account, and the e-mail
 * address starts a new one. Runs inside the transaction that uses the link.
 */
export async function resolveOwner(
  trx: Transaction<Tables>,
  account: Account,
  { hash, keepsPhone, now }: { hash: string; keepsPhone: boolean; now: number },
): Promise<void> {
  const doubt = doubtOf(account)
  if (doubt === 'whose is the email') {
    const uid = await moveOut(trx, account, { hash, now })
    await proveEmail(trx, uid, now)
    return
  }
  if (doubt === 'whose is the phone' && !keepsPhone) await dropPhone(trx, account.uid)
  await savePassword(trx, account.uid, { hash, now })
  await proveEmail(trx, account.uid, now)
}

function doubtOf({ phone_number, phone_since, email_since, email_proved_at }: Account): Doubt {
  if (phone_number === null || email_proved_at !== null) return 'none'
  return (email_since ?? 0) > (phone_since ?? 0) ? 'whose is the email' : 'whose is the phone'
}

async function moveOut(
  trx: Transaction<Tables>,
  { uid, email }: Account,
  { hash, now }: { hash: string; now: number },
): Promise<string> {
  await trx.updateTable('users').set({ email: null, email_since: null }).where('uid', '=', uid).execute()
  await trx.deleteFrom('passwords').where('uid', '=', uid).execute()
  await trx.deleteFrom('reset_links').where('uid', '=', uid).execute()
  const made = await makeEmailAccount(trx, email, { hash, now })
  if (!made) throw new Error('Another account took the e-mail address in the same moment')
  return made.uid
}

async function dropPhone(trx: Transaction<Tables>, uid: string): Promise<void> {
  await trx.updateTable('users').set({ phone_number: null, phone_since: null }).where('uid', '=', uid).execute()
}

async function proveEmail(trx: Transaction<Tables>, uid: string, now: number): Promise<void> {
  await trx.updateTable('users').set({ email_proved_at: now }).where('uid', '=', uid).execute()
}
