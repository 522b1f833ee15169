import * as v from 'valibot'
import { NAME_LIMIT, Session } from './account.ts'
import { endpoint } from './calls/endpoint.ts'
import { Language } from './languages.ts'

/**
 * The calls of our own sign-in (IDENTITY=embedded). Errors have the codes of Firebase Authentication, so that a browser
 * has one set of texts for both.
 */

/** A proof-of-work challenge (ALTCHA): the browser solves it unseen. This is the bot check. */
export const getChallenge = endpoint({
  method: 'GET',
  path: '/identity/v1/challenge',
  signedIn: false,
  reply: v.looseObject({}),
})

/** A harder challenge for one guess at one code, asked for by `auth/bot-check-required`. */
export const getGuessChallenge = endpoint({
  method: 'GET',
  path: '/identity/v1/guessChallenge',
  signedIn: false,
  query: v.object({ verificationId: v.string() }),
  reply: v.looseObject({}),
})

/** A code as a person entered it. */
const EnteredCode = v.object({
  verificationId: v.string(),
  code: v.string(),
  /** The solved challenge, if the server asked for one; written like `proof`. */
  solution: v.optional(v.string()),
})
export type EnteredCode = v.InferInput<typeof EnteredCode>

/**
 * While the code is valid, the same `Idempotency-Key` and phone gets the same id. No second SMS is sent, and no limit
 * counts.
 */
export const sendCode = endpoint({
  method: 'POST',
  path: '/identity/v1/sendCode',
  signedIn: false,
  body: v.object({
    phone: v.string(),
    /** The solved challenge, good for one code. */
    proof: v.string(),
    language: v.optional(Language),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({ verificationId: v.string(), resendAfterSeconds: v.number() }),
  }),
})

/**
 * Until the code expires, the same `Idempotency-Key`, id and right code opens a new session and ends the first, whose
 * reply was lost. Otherwise a code works once.
 */
export const confirmCode = endpoint({
  method: 'POST',
  path: '/identity/v1/confirmCode',
  signedIn: false,
  body: EnteredCode,
  reply: v.object({ success: v.literal(true), data: Session }),
})

/** In demo mode only: the code that an SMS would carry. Otherwise 404. */
export const getDemoCode = endpoint({
  method: 'GET',
  path: '/identity/v1/demoCode',
  signedIn: false,
  query: v.object({ verificationId: v.string() }),
  reply: v.object({ success: v.literal(true), data: v.object({ code: v.string() }) }),
})

export const signOut = endpoint({
  method: 'POST',
  path: '/identity/v1/signOut',
  signedIn: true,
  reply: v.object({ success: v.literal(true) }),
})

export const setDisplayName = endpoint({
  method: 'POST',
  path: '/identity/v1/displayName',
  signedIn: true,
  body: v.object({ displayName: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(NAME_LIMIT)) }),
  reply: v.object({ success: v.literal(true) }),
})

/** Longer than any e-mail address (RFC 5321). */
const EMAIL_LIMIT = 320
const PASSWORD_LIMIT = 1024

const Credential = {
  email: v.pipe(v.string(), v.maxLength(EMAIL_LIMIT)),
  /** At most 1,024 bytes of UTF-8. */
  password: v.pipe(v.string(), v.maxLength(PASSWORD_LIMIT)),
}

/** A browser in which this e-mail address signed in before: wrong guesses elsewhere do not lock it out. */
const KnownDevice = v.pipe(v.string(), v.maxLength(200))

export const EmailSession = v.object({ ...Session.entries, knownDevice: KnownDevice })
export type EmailSession = v.InferOutput<typeof EmailSession>

export const signInByEmail = endpoint({
  method: 'POST',
  path: '/identity/v1/signInByEmail',
  signedIn: false,
  body: v.object({ ...Credential, knownDevice: v.optional(KnownDevice) }),
  reply: v.object({ success: v.literal(true), data: EmailSession }),
})

/** Creates an account. A weak password is refused with `auth/weak-password`. */
export const createByEmail = endpoint({
  method: 'POST',
  path: '/identity/v1/createByEmail',
  signedIn: false,
  body: v.object(Credential),
  reply: v.object({ success: v.literal(true), data: EmailSession }),
})

/** Adds an e-mail address to the account. Needs a sign-in of the last five minutes, as linkPhone does. */
export const linkEmail = endpoint({
  method: 'POST',
  path: '/identity/v1/linkEmail',
  signedIn: true,
  body: v.object(Credential),
  reply: v.object({ success: v.literal(true), data: EmailSession }),
})

/** Adds the phone of the code to the account. */
export const linkPhone = endpoint({
  method: 'POST',
  path: '/identity/v1/linkPhone',
  signedIn: true,
  body: EnteredCode,
  reply: v.object({ success: v.literal(true), data: Session }),
})

/**
 * Mails a code to the user's new e-mail address. Needs the password; without one, a sign-in of the last five minutes.
 */
export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/identity/v1/sendEmailCode',
  signedIn: true,
  body: v.object({
    email: Credential.email,
    password: v.optional(Credential.password),
    language: v.optional(Language),
  }),
  reply: v.object({
    success: v.literal(true),
    /** In demo mode only, where no mail is sent. */
    data: v.object({ demoCode: v.optional(v.string()) }),
  }),
})

/** Replaces the user's e-mail address. Other sessions and reset links end. The same code may be sent again. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/identity/v1/changeEmail',
  signedIn: true,
  body: v.object({ code: v.string() }),
  reply: v.object({ success: v.literal(true), data: v.object({ email: v.string() }) }),
})

export const sendResetLink = endpoint({
  method: 'POST',
  path: '/identity/v1/sendResetLink',
  signedIn: false,
  body: v.object({
    email: Credential.email,
    language: v.optional(Language),
    /** Where the person goes afterwards: only the login page of this installation. */
    continueUrl: v.optional(v.string()),
  }),
  reply: v.object({
    success: v.literal(true),
    /** In demo mode only, where no mail is sent. */
    data: v.object({ demoLink: v.optional(v.string()) }),
  }),
})

const ResetToken = v.pipe(v.string(), v.maxLength(200))

/** Reads a reset link without using it. */
export const readResetLink = endpoint({
  method: 'POST',
  path: '/identity/v1/readResetLink',
  signedIn: false,
  body: v.object({ token: ResetToken }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      email: v.string(),
      /** The last digits of a phone that also opens the account, if its owner has to say whether it is theirs. */
      phoneToConfirm: v.nullable(v.string()),
    }),
  }),
})

/** Sets a new password by a reset link, and signs the account out everywhere. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/identity/v1/resetPassword',
  signedIn: false,
  body: v.object({
    token: ResetToken,
    password: Credential.password,
    /** The answer to `phoneToConfirm`; without it the phone no longer opens the account. */
    keepsPhone: v.optional(v.boolean()),
  }),
  reply: v.object({ success: v.literal(true) }),
})
