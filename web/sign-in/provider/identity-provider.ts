import type { Session } from '../../../contract/account.ts'
import type { Language } from '../../../contract/languages.ts'

/** `resendAt` is epoch ms. `smsFailed`: nothing was sent, and the id is good for the other ways only. */
export type SentCode = { verificationId: string; resendAt: number; smsFailed?: boolean }
/** `hasOtherWays`: without an SMS, the person can come in by another way. */
export type CodeOptions = { language: Language; hasOtherWays?: boolean }
/** After a lost reply, another call with this `idempotencyKey` mails nothing. Firebase has no such keys. */
export type ResetLinkOptions = { language: Language; continueUrl: string; idempotencyKey: string }
export type Credential = { email: string; password: string }

/**
 * The provider of sign-in: our own server, or Firebase Authentication. Every method rejects with an `ApiError` whose
 * code is one of Firebase's, with or without `auth/`. None stores a session: session.ts does, once the data of the
 * first screen is loaded.
 */
export type SignInProvider = {
  /** Loads what will be needed, while the person still types. */
  prepare(): void
  /** Sent with the question whether a phone is new; empty if the provider needs none. */
  botCheckSolution(): Promise<string>
  /** After an error the next code needs a fresh bot check. */
  resetBotCheck(): void
  sendCode(phone: string, options: CodeOptions): Promise<SentCode>
  signInByCode(verificationId: string, code: string): Promise<Session>
  /** Whether the same code opens a session again after the reply was lost. */
  repeatsCode: boolean
  signInByEmail(credential: Credential): Promise<Session>
  createByEmail(credential: Credential): Promise<Session>
  /** Adds the phone to the account. Returns a new session. */
  linkPhone(session: Session, sent: { verificationId: string; code: string }): Promise<Session>
  linkEmail(session: Session, credential: Credential): Promise<Session>
  setName(session: Session, name: string): Promise<void>
  /** Mails a link to set a new password; `link` only in the demo. */
  sendResetLink(email: string, options: ResetLinkOptions): Promise<{ link?: string }>
  signOut(session: Session): Promise<void>
}
