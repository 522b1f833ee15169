import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import { userLock } from '../../account/write-for-user.ts'
import type { Db } from '../../database/tables.ts'
import { transactionWithLock } from '../../database/transaction-with-lock.ts'
import type { Mail, SendMail } from '../../senders/sender.ts'
import { accountOfEmail } from '../password/email-accounts.ts'
import type { EmailSignInOptions } from '../password/email-sign-in.ts'
import { consumeResetLink, deletePasswordAttempts } from '../password/password-limits.ts'
import { throwIfWeak } from '../password/password-policy.ts'
import { outcomeOf, type Press, saveOutcome } from '../repeated-press.ts'
import { signOutEverywhere } from '../sessions/sessions.ts'
import { consumeResetToken, newResetToken, saveResetToken, uidOfResetToken } from './reset-links.ts'
import { resetMail } from './reset-mail.ts'
import { type Account, phoneToConfirm, resolveOwner } from './unverified-email.ts'

/** `language` is the language of the mail; `linkTo` makes the URL of our page with a token. */
export type ResetLinkRequest = { email: string; language: Language | undefined; linkTo: (token: string) => string }

type Options = {
  now: number
  ipAddress: string
  limitFactor: number
  enumerationProtection: boolean
  sendMail: SendMail
  /** Sends a mail without making the request wait. */
  sendLater: (mail: Mail) => void
}

/**
 * Mails a link to set a new password, and returns it. If accounts are hidden, an unknown e-mail address gets the same
 * reply.
 */
export async function sendResetLink(
  db: Db,
  { email, language, linkTo }: ResetLinkRequest,
  { now, ipAddress, limitFactor, enumerationProtection, sendMail, sendLater }: Options,
): Promise<string> {
  await consumeResetLink(db, { email, ipAddress, limitFactor }, now)
  const account = await accountOfEmail(db, email)
  if (!account && !enumerationProtection) throw new ApiError('auth/user-not-found')
  const token = newResetToken()
  const mail = resetMail({ to: email, link: linkTo(token), language })
  // The mail is sent before its link is stored, so an earlier link still works while the sender fails.
  if (account && !enumerationProtection) await sendMail(mail)
  await saveResetToken(db, account, token, now)
  // The request does not wait for this mail, because the longer time would show that the account exists.
  if (account && enumerationProtection) sendLater(mail)
  return mail.link as string
}

/** Reads a reset link. It stays usable. */
export async function readResetLink(db: Db, token: string, now: number) {
  const account = await accountOf(db, await uidOfResetToken(db, token, now))
  return { email: account.email, phoneToConfirm: phoneToConfirm(account) }
}

type NewPassword = { token: string; password: string; keepsPhone: boolean }
type ResetOptions = Pick<EmailSignInOptions, 'now' | 'passwords' | 'passwordPolicy'> & {
  key: Buffer
  idempotencyKey: string | undefined
}

/**
 * Sets a new password by a link, and signs the account out everywhere. Returns the account. Returns undefined for a
 * press that is repeated because its reply was lost: everything is done already.
 */
export async function resetPassword(
  db: Db,
  wanted: NewPassword,
  options: ResetOptions,
): Promise<{ uid: string; email: string } | undefined> {
  const { key: secret, idempotencyKey: key } = options
  const press: Press = { call: 'resetPassword', about: JSON.stringify([wanted.token, wanted.password]), key, secret }
  try {
    return await setNewPassword(db, wanted, press, options)
  } catch (error) {
    // The link may have been used up by an earlier request of this press, also one that began at the same time.
    if ((await outcomeOf(db, press)) === undefined) throw error
    return undefined
  }
}

async function setNewPassword(
  db: Db,
  { token, password, keepsPhone }: NewPassword,
  press: Press,
  { now, passwords, passwordPolicy }: ResetOptions,
): Promise<{ uid: string; email: string }> {
  const uid = await uidOfResetToken(db, token, now)
  throwIfWeak(password, passwordPolicy)
  const hash = await passwords.hash(password)
  const email = await transactionWithLock(db, userLock(uid), async trx => {
    await consumeResetToken(trx, token, now)
    const account = await accountOf(trx, uid)
    await resolveOwner(trx, account, { hash, keepsPhone, now })
    await signOutEverywhere(trx, uid, now)
    await saveOutcome(trx, press, { outcome: 'done', now })
    return account.email
  })
  await deletePasswordAttempts(db, email)
  return { uid, email }
}

async function accountOf(db: Db, uid: string): Promise<Account> {
  const user = await db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
  if (!user || user.email === null) throw new ApiError('auth/invalid-action-code')
  return { ...user, email: user.email }
}
