import type { Session } from '../../../contract/account.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import type { Senders } from '../../senders/senders.ts'
import type { Challenges } from '../challenge.ts'
import type { EmailSignInOptions } from '../password/email-sign-in.ts'
import type { PhoneSignInOptions } from '../phone/phone-sign-in.ts'
import type { OpenSession } from '../sessions/sessions.ts'
import type { Tokens } from '../sessions/tokens.ts'

/** The dependencies of the calls of our own sign-in. */
export type SignInDeps = {
  db: Db
  now: () => number
  config: Config
  secrets: Secrets
  proofs: Challenges
  tokens: Tokens
  evictSession: (sessionId: string) => void
  evictTokensOf: (uid: string) => void
  /** Wakes this person's long polls: they end if their session has. */
  wake: (uid: string) => void
  /** Wakes the mentor of a person whose account changed. */
  wakeAbout: (uid: string) => Promise<void>
  senders: Senders
  warn: (message: string) => void
}

export function phoneOptions({ now, secrets, config, proofs }: SignInDeps, ipAddress: string): PhoneSignInOptions {
  return { now: now(), key: secrets.codes, ipAddress, limitFactor: config.limitFactor, consumeSolution: proofs.consume }
}

export function emailOptions({ now, secrets, config }: SignInDeps, ipAddress: string): EmailSignInOptions {
  const { limitFactor, passwordPolicy, enumerationProtection } = config
  return { now: now(), key: secrets.knownDevices, ipAddress, limitFactor, passwordPolicy, enumerationProtection }
}

export async function sessionReply({ refreshToken, ...holder }: OpenSession, tokens: Tokens): Promise<Session> {
  return { uid: holder.uid, ...(await tokens.issue(holder)), refreshToken }
}
