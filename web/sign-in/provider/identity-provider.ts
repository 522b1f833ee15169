import type { Session } from '../../../contract/account.ts'
import type { Language } from '../../../contract/languages.ts'

/** A code on its way; `resendAt` is epoch ms. */
export type SentCode = { verificationId: string; resendAt: number }
export type Credential = { email: string; password: string }

/**
 * The provider of sign-in, as the browser sees it: our own server, or Firebase Authentication. All of it rejects
 * with a `ApiError` whose code is one of Firebase's, with or without `auth/`. None of it keeps a session: session.ts
 * does, once everything the first screen needs is here.
 */
export type IdentityProvider = {
  /** Makes ready for what will be needed, while the person still types. */
  prepare(): void
  /** Shown when asking whether a phone is new; empty where nobody asks for one. */
  botCheckSolution(): Promise<string>
  /** After something went wrong: the next code needs a fresh bot check. */
  resetBotCheck(): void
  sendCode(phone: string, language: Language): Promise<SentCode>
  signInByCode(verificationId: string, code: string): Promise<Session>
  /** Whether the same code opens a session again after the answer was lost. */
  repeatsCode: boolean
  signInByEmail(credential: Credential): Promise<Session>
  createByEmail(credential: Credential): Promise<Session>
  /** The signed-in person signs in by this phone, too. Answers their new session. */
  linkPhone(session: Session, sent: { verificationId: string; code: string }): Promise<Session>
  linkEmail(session: Session, credential: Credential): Promise<Session>
  setName(session: Session, name: string): Promise<void>
  /** Mails a link with which a new password is set; `link` only where nothing is really sent. */
  sendResetLink(email: string, language: Language, continueUrl: string): Promise<{ link?: string }>
  signOut(session: Session): Promise<void>
}
