import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'
import { UserLessonData } from './progress.ts'
import { MINUTE } from './time.ts'

export const CODE_LENGTH = 6
/** How long a code can be entered. */
export const CODE_LIFETIME_MS = 10 * MINUTE
export const NAME_LIMIT = 100
/** Letters of a name above the limit. An emoji counts as one code point, not as two. */
export const lettersOverLimit = (name: string): number => Math.max(0, [...name.trim()].length - NAME_LIMIT)
/** So long an account is new. */
export const NEW_USER_MS = MINUTE

export const User = v.object({
  uid: v.string(),
  displayName: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  responder_id: v.nullable(v.number()),
  responder_name: v.nullable(v.string()),
  isBeta: v.boolean(),
  /** As a mentor, by which number learners know them; null for everybody else. */
  mentorId: v.nullable(v.number()),
  /** Epoch ms. */
  createdAt: v.number(),
  /** The account is younger than a minute. */
  isNew: v.boolean(),
  /** Accounts that this one took in: what was written under their uids and waits to be sent is this person's. */
  formerUids: v.array(v.string()),
  /** Epoch ms from which on the account is erased; null unless its owner asked for it. */
  eraseAt: v.nullable(v.number()),
})
export type User = v.InferOutput<typeof User>

/** True means that nobody signs in with this phone yet. */
export const uniquePhone = endpoint({
  method: 'GET',
  path: '/auth/v1/uniquePhone',
  signedIn: false,
  answersNo: true,
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

/** Sets the caller's own name. An empty one removes it. Answers what is stored: one line of visible text, or null. */
export const changeName = endpoint({
  method: 'POST',
  path: '/identity/v1/name',
  signedIn: true,
  body: v.object({
    name: v.pipe(
      v.string(),
      v.check(name => lettersOverLimit(name) === 0),
    ),
  }),
  reply: v.object({ success: v.literal(true), data: v.object({ displayName: v.nullable(v.string()) }) }),
})

/**
 * The account reached by e-mail takes in the phone account. That both are the caller's is shown by the token of the
 * phone account in the header `X-Merge-Proof`.
 */
export const mergeUser = endpoint({
  method: 'POST',
  path: '/disciple/v2/user/:uid/merge',
  signedIn: true,
  params: v.object({ uid: v.string() }),
  body: v.object({ phoneUid: v.string(), phoneNumber: v.string() }),
  reply: v.object({ success: v.literal(true), data: v.object({ user: User }) }),
})

/** All that is kept of the caller: answers a zip of data.json and their recordings. */
export const getMyData = endpoint({
  method: 'GET',
  path: '/identity/v1/myData',
  signedIn: true,
  reply: v.unknown(),
})

/** How long an account whose erasure was asked for can be had back. */
export const ERASE_AFTER_DAYS = 7

/** Asks for the account to be erased in seven days. Needs a sign-in of the last five minutes. */
export const eraseAccount = endpoint({
  method: 'POST',
  path: '/identity/v1/eraseAccount',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.object({ eraseAt: v.number() }) }),
})

/** Takes that back. */
export const cancelErasure = endpoint({
  method: 'POST',
  path: '/identity/v1/keepAccount',
  signedIn: true,
  reply: v.object({ success: v.literal(true) }),
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

/** A session of our own sign-in goes on; every visit may need it, so it stands apart from the ways in. */
export const refreshToken = endpoint({
  method: 'POST',
  path: '/identity/v1/refreshToken',
  signedIn: false,
  body: v.object({ refreshToken: v.string() }),
  reply: v.object({ success: v.literal(true), data: Session }),
})
