import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { UserLessonData } from './progress.ts'

export const CODE_LENGTH = 6
export const NAME_LIMIT = 100

export const User = v.object({
  uid: v.string(),
  displayName: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  responder_id: v.nullable(v.number()),
  responder_name: v.nullable(v.string()),
  isBeta: v.boolean(),
  /** Epoch ms. */
  createdAt: v.number(),
})
export type User = v.InferOutput<typeof User>

/** True means that nobody signs in with this phone yet. */
export const uniquePhone = endpoint({
  method: 'GET',
  path: '/auth/v1/uniquePhone',
  signedIn: false,
  // Whatever is no text, or missing, is refused as no phone number.
  query: v.object({ phone: v.fallback(v.string(), '') }),
  reply: v.object({ success: v.boolean() }),
})

/** Creates or updates the caller's own record and answers all that is kept of them. Empty fields erase nothing. */
export const saveUser = endpoint({
  method: 'POST',
  path: '/disciple/v2/user/:uid',
  signedIn: true,
  params: v.object({ uid: v.string() }),
  body: v.looseObject({
    uid: v.optional(v.unknown()),
    displayName: v.optional(v.unknown()),
    email: v.optional(v.unknown()),
    phoneNumber: v.optional(v.unknown()),
    responderId: v.optional(v.unknown()),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({ user: User, userLessonData: UserLessonData }),
  }),
})

/** The account reached by e-mail takes in the phone account. */
export const mergeUser = endpoint({
  method: 'POST',
  path: '/disciple/v2/user/:uid/merge',
  signedIn: true,
  params: v.object({ uid: v.string() }),
  body: v.object({ phoneUid: v.string(), phoneNumber: v.string() }),
  reply: v.object({ success: v.literal(true), data: v.object({ user: User }) }),
})

export const getCountry = endpoint({
  method: 'GET',
  path: '/identity/v1/country',
  signedIn: false,
  reply: v.object({ country_code: v.nullable(v.string()) }),
})

/** What a sign-in gives. The refresh token is good once: each use answers its successor. */
export const Session = v.object({
  uid: v.string(),
  /** ES256 JWT for the Authorization header. */
  idToken: v.string(),
  /** Epoch ms. */
  expiresAt: v.number(),
  refreshToken: v.string(),
})
export type Session = v.InferOutput<typeof Session>

/** A proof-of-work puzzle (ALTCHA): solving it unseen is the bot check. */
export const getChallenge = endpoint({
  method: 'GET',
  path: '/identity/v1/challenge',
  signedIn: false,
  reply: v.looseObject({}),
})

export const sendCode = endpoint({
  method: 'POST',
  path: '/identity/v1/sendCode',
  signedIn: false,
  body: v.object({
    phone: v.string(),
    /** The solved challenge, good for one code. */
    proof: v.string(),
    language: v.optional(v.picklist(['ar', 'en'])),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({ verificationId: v.string(), resendAfterSeconds: v.number() }),
  }),
})

export const confirmCode = endpoint({
  method: 'POST',
  path: '/identity/v1/confirmCode',
  signedIn: false,
  body: v.object({ verificationId: v.string(), code: v.string() }),
  reply: v.object({ success: v.literal(true), data: Session }),
})

/** In demo mode only: the code that an SMS would have carried. Elsewhere the call does not exist. */
export const getDemoCode = endpoint({
  method: 'GET',
  path: '/identity/v1/demoCode',
  signedIn: false,
  query: v.object({ verificationId: v.string() }),
  reply: v.object({ success: v.literal(true), data: v.object({ code: v.string() }) }),
})

export const refreshToken = endpoint({
  method: 'POST',
  path: '/identity/v1/refreshToken',
  signedIn: false,
  body: v.object({ refreshToken: v.string() }),
  reply: v.object({ success: v.literal(true), data: Session }),
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
