import * as v from 'valibot'
import { Session } from '../account.ts'
import { endpoint } from '../calls/endpoint.ts'
import { Language } from '../languages.ts'
import { MINUTE } from '../time.ts'

/**
 * The calls in this folder are those of our own sign-in (IDENTITY=embedded). Errors have the codes of Firebase
 * Authentication, so that a browser has one set of texts for both.
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
  /** The solved challenge, if the server asked for one, in the format of `proof`. */
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
  headers: ['Idempotency-Key'],
  body: v.object({
    phone: v.string(),
    /** The solved challenge, which is valid for one code. */
    proof: v.string(),
    language: v.optional(Language),
    /** This browser can offer the other ways if the SMS fails. Without this field, a failed SMS is an error. */
    hasOtherWays: v.optional(v.boolean()),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      verificationId: v.string(),
      resendAfterSeconds: v.number(),
      /** No SMS was sent. The id can be used for the other ways. */
      smsFailed: v.optional(v.literal(true)),
    }),
  }),
})

/**
 * A code works once. If the reply was lost, the call can be repeated with the same `Idempotency-Key` until the code
 * expires. That opens a new session and ends the first.
 */
export const confirmCode = endpoint({
  method: 'POST',
  path: '/identity/v1/confirmCode',
  signedIn: false,
  headers: ['Idempotency-Key'],
  body: EnteredCode,
  reply: v.object({ success: v.literal(true), data: Session }),
})

/** After a code was entered again, acts with `needsRecentSignIn` need no other code for this long. */
export const CONFIRMED_MS = 15 * MINUTE

/**
 * Enters a code for the phone of the signed-in person once more. It allows acts with `needsRecentSignIn` in this
 * session for a quarter of an hour. The same request again gets the same reply.
 */
export const confirmAgain = endpoint({
  method: 'POST',
  path: '/identity/v1/confirmAgain',
  signedIn: true,
  headers: ['Idempotency-Key'],
  body: EnteredCode,
  reply: v.object({ success: v.literal(true) }),
})

/** In demo mode only: the code that an SMS would carry. Otherwise 404. */
export const getDemoCode = endpoint({
  method: 'GET',
  path: '/identity/v1/demoCode',
  signedIn: false,
  query: v.object({ verificationId: v.string() }),
  reply: v.object({ success: v.literal(true), data: v.object({ code: v.string() }) }),
})

/** Adds the phone of the code to the account. */
export const linkPhone = endpoint({
  method: 'POST',
  path: '/identity/v1/linkPhone',
  signedIn: true,
  body: EnteredCode,
  reply: v.object({ success: v.literal(true), data: Session }),
})
