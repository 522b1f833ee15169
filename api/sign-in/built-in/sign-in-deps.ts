import type { Session } from '../../../contract/account.ts'
import { record } from '../../audit-log/audit-log.ts'
import { type Mail, throwIfUnsent, withSendTimeout } from '../../senders/sender.ts'
import { rolesOf } from '../../team/roles.ts'
import type { Challenges } from '../challenge.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { EmailSignInOptions } from '../password/email-sign-in.ts'
import type { Passwords } from '../password/password-hash.ts'
import type { PhoneSignInOptions } from '../phone/phone-sign-in.ts'
import type { OpenSession } from '../sessions/sessions.ts'
import type { Tokens } from '../sessions/tokens.ts'

/** The dependencies of the calls of our own sign-in. */
export type SignInDeps = IdentityDeps & {
  challenges: Challenges
  passwords: Passwords
  tokens: Tokens
  evictSession: (sessionId: string) => void
  evictTokensOf: (uid: string) => void
}

export function phoneOptions({ now, secrets, config, challenges }: SignInDeps, ipAddress: string): PhoneSignInOptions {
  return {
    now: now(),
    key: secrets.codes,
    ipAddress,
    limitFactor: config.limitFactor,
    consumeSolution: challenges.consume,
  }
}

export function emailOptions({ now, secrets, config, passwords }: SignInDeps, ipAddress: string): EmailSignInOptions {
  const { limitFactor, passwordPolicy, enumerationProtection } = config
  const limits = { ipAddress, limitFactor }
  return { now: now(), key: secrets.knownDevices, ...limits, passwords, passwordPolicy, enumerationProtection }
}

/** `sendMail` throws if a mail was not sent. `sendLater` sends a mail for which nobody waits. */
export function mailing({ senders, warn }: SignInDeps) {
  return {
    sendMail: (mail: Mail) => throwIfUnsent(withSendTimeout(senders.sendMail(mail)), warn),
    sendLater: (mail: Mail) => void senders.sendMail(mail).catch(() => warn('A mail could not be sent.')),
  }
}

/** The reply to a sign-in. The sign-in of a person of the team is recorded in the audit log. */
export async function signInReply(session: OpenSession, { db, now, tokens }: SignInDeps): Promise<Session> {
  const { uid } = session
  if ((await rolesOf(db, uid)).length > 0) await record(db, { uid, side: 'browser' }, { action: 'signed-in' }, now())
  return sessionReply(session, tokens)
}

export async function sessionReply({ refreshToken, ...holder }: OpenSession, tokens: Tokens): Promise<Session> {
  return { uid: holder.uid, ...(await tokens.issue(holder)), refreshToken }
}
