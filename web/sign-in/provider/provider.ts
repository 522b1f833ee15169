import type { Session } from '../../../contract/account.ts'
import { ApiError, NETWORK_FAILED } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/courses.ts'
import type { Settings } from '../../../contract/settings.ts'
import { settingsAsTold } from '../../settings/settings.ts'
import { embeddedIdentity } from './built-in.ts'

/** A code on its way; `resendAt` is epoch ms. */
export type SentCode = { verificationId: string; resendAt: number }
export type Credential = { email: string; password: string }

/**
 * Whoever vouches for people, as the browser sees them: our own server, or Firebase Authentication. All of it rejects
 * with a `ApiError` whose code is one of Firebase's, with or without `auth/`. None of it keeps a session: session.ts
 * does, once everything the first screen needs is here.
 */
export type IdentityProvider = {
  /** Makes ready for what will be needed, while the person still types. */
  prepare(): void
  /** Shown when asking whether a phone is new; empty where nobody asks for one. */
  botProof(): Promise<string>
  /** After something went wrong: the next code needs a fresh bot check. */
  resetBotCheck(): void
  sendCode(phone: string, language: Language): Promise<SentCode>
  signInByCode(verificationId: string, code: string): Promise<Session>
  /** Whether the same code opens a session again after the answer was lost. */
  repeatsCode: boolean
  signInByEmail(credential: Credential): Promise<Session>
  createByEmail(credential: Credential): Promise<Session>
  /** Whoever is signed in here signs in by this phone, too. Answers their new session. */
  linkPhone(session: Session, sent: { verificationId: string; code: string }): Promise<Session>
  linkEmail(session: Session, credential: Credential): Promise<Session>
  setName(session: Session, name: string): Promise<void>
  /** Mails a link with which a new password is set; `link` only where nothing is really sent. */
  sendResetLink(email: string, language: Language, continueUrl: string): Promise<{ link?: string }>
  signOut(session: Session): Promise<void>
}

const providers: Record<Settings['identity'], () => Promise<IdentityProvider>> = {
  embedded: async () => embeddedIdentity,
  // In a piece of its own: whoever does not use Firebase loads nothing of it.
  firebase: async () => (await import('./firebase/firebase.ts')).firebaseIdentity,
}

/** The one that the server names. Nobody guesses: while the server cannot be asked, that is a network that failed. */
export async function identityProvider(): Promise<IdentityProvider> {
  const { identity } = await settingsAsTold().catch(() => {
    throw new ApiError(NETWORK_FAILED)
  })
  return providers[identity]()
}
