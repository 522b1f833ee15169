import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  linkWithCredential,
  PhoneAuthProvider,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  type User,
  type UserCredential,
  updateProfile,
} from '@firebase/auth'
import type { Session } from '../../../../contract/account.ts'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { StoredSession } from '../../../session.ts'
import type { SignInProvider } from '../identity-provider.ts'
import { apiErrorFromFirebase, type Meanings, OF_BOT_CHECK, OF_EMAIL } from './api-error-from-firebase.ts'
import { dropInvisibleCheck, invisibleCheck } from './invisible-check.ts'
import { type SignInService, signInService } from './sign-in-service.ts'

/** The same pause as with our own server. */
const RESEND_AFTER_MS = 30_000

/** The users who signed in since this page was opened, by uid. */
const people = new Map<string, User>()

export const firebaseIdentity: SignInProvider = {
  repeatsCode: false,
  prepare() {
    signInService()
      .then(({ auth }) => invisibleCheck(auth).render())
      .catch(() => {})
  },

  botCheckSolution: async () => '',
  resetBotCheck: dropInvisibleCheck,

  sendCode: (phone, { language }) =>
    ask(async ({ auth }) => {
      auth.languageCode = language
      const sent = new PhoneAuthProvider(auth).verifyPhoneNumber(phone, invisibleCheck(auth))
      const verificationId = await sent.finally(dropInvisibleCheck)
      return { verificationId, resendAt: Date.now() + RESEND_AFTER_MS }
    }, OF_BOT_CHECK),

  signInByCode: (verificationId, code) =>
    openSession(({ auth }) => signInWithCredential(auth, PhoneAuthProvider.credential(verificationId, code))),

  signInByEmail: ({ email, password }) =>
    openSession(({ auth }) => signInWithEmailAndPassword(auth, email, password), OF_EMAIL),

  createByEmail: ({ email, password }) =>
    openSession(({ auth }) => createUserWithEmailAndPassword(auth, email, password), OF_EMAIL),

  linkPhone: (session, { verificationId, code }) =>
    openSession(() => linkWithCredential(personOf(session), PhoneAuthProvider.credential(verificationId, code))),

  linkEmail: (session, { email, password }) =>
    openSession(() => linkWithCredential(personOf(session), EmailAuthProvider.credential(email, password)), OF_EMAIL),

  setName: (session, displayName) => ask(() => updateProfile(personOf(session), { displayName })),

  sendResetLink: (email, { language, continueUrl }) =>
    ask(async ({ auth }) => {
      auth.languageCode = language
      await sendPasswordResetEmail(auth, email, { url: continueUrl })
      return {}
    }, OF_EMAIL),

  async signOut({ uid }) {
    // Firebase has no sessions to end: this page only drops its tokens.
    if (people.delete(uid)) await ask(({ auth }) => signOut(auth))
  },
}

async function ask<T>(work: (service: SignInService) => Promise<T>, meanings?: Meanings): Promise<T> {
  try {
    return await work(await signInService())
  } catch (failure) {
    throw apiErrorFromFirebase(failure, meanings)
  }
}

function openSession(
  work: (service: SignInService) => Promise<UserCredential>,
  meanings?: Meanings,
): Promise<StoredSession> {
  return ask(async service => sessionOf((await work(service)).user, service), meanings)
}

async function sessionOf(user: User, { app: { apiKey, emulator } }: SignInService): Promise<StoredSession> {
  people.set(user.uid, user)
  const { token, expirationTime } = await user.getIdTokenResult()
  return {
    uid: user.uid,
    idToken: token,
    expiresAt: Date.parse(expirationTime),
    refreshToken: user.refreshToken,
    atFirebase: { apiKey, ...(emulator ? { emulator } : {}) },
  }
}

/** After a reload Firebase does not know the user; signing in once more helps. */
function personOf({ uid }: Session): User {
  const user = people.get(uid)
  if (!user) throw new ApiError('auth/requires-recent-login')
  return user
}
