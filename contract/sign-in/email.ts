import * as v from 'valibot'
import { Session } from '../account.ts'
import { endpoint } from '../calls/endpoint.ts'
import { Language } from '../languages.ts'

/** Longer than any e-mail address (RFC 5321). */
const EMAIL_LIMIT = 320
const PASSWORD_LIMIT = 1024

export const Credential = {
  email: v.pipe(v.string(), v.maxLength(EMAIL_LIMIT)),
  /** At most 1,024 bytes of UTF-8. */
  password: v.pipe(v.string(), v.maxLength(PASSWORD_LIMIT)),
}

/**
 * Proves that this e-mail address signed in with this browser before. So this browser is not locked out by wrong
 * guesses in other browsers.
 */
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

/**
 * Mails a code to the user's new e-mail address. Needs the password. If the account has none, it needs a sign-in of the
 * last five minutes.
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
