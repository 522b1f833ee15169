import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'
import { UserLessonData } from './progress.ts'
import { TeamRole } from './team-roles.ts'
import { MINUTE } from './time.ts'

export const CODE_LENGTH = 6
export const CODE_LIFETIME_MS = 10 * MINUTE
export const NAME_LIMIT = 100
/** Characters of a name above the limit. An emoji counts as one code point, not as two. */
export const lettersOverLimit = (name: string): number => Math.max(0, [...name.trim()].length - NAME_LIMIT)
/** An account is new for this long. */
export const NEW_USER_MS = MINUTE

export const User = v.object({
  uid: v.string(),
  displayName: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  responder_id: v.nullable(v.number()),
  responder_name: v.nullable(v.string()),
  isBeta: v.boolean(),
  /** The number by which learners know this mentor; null for a learner. */
  mentorId: v.nullable(v.number()),
  /** Epoch ms. */
  createdAt: v.number(),
  isNew: v.boolean(),
  /** Accounts that were merged into this one. Unsent items under their uids are this person's. */
  formerUids: v.array(v.string()),
  /** Epoch ms at which the account will be erased; null unless its owner asked for it. */
  eraseAt: v.nullable(v.number()),
  /** Since this browser signed in, somebody let another browser in: when (epoch ms), and who did it. */
  letIn: v.optional(v.object({ at: v.number(), by: v.string() })),
  /** A new person opened a link of an invitation that has ended, or that nobody made. */
  isInvitationOver: v.optional(v.literal(true)),
  /** This person has no progress but is no beginner: the lessons that they began exist no more. */
  hasLearned: v.optional(v.literal(true)),
  /** The roles on the organisation's side. Missing for most people. */
  teamRoles: v.optional(v.array(TeamRole)),
})
export type User = v.InferOutput<typeof User>

/** True means that no account has this phone. */
export const uniquePhone = endpoint({
  method: 'GET',
  path: '/auth/v1/uniquePhone',
  signedIn: false,
  headers: ['X-Bot-Check'],
  answersNo: true,
  // A missing or non-text phone becomes an empty one, which is an invalid number.
  query: v.object({ phone: v.fallback(v.string(), '') }),
  reply: v.object({ success: v.boolean() }),
})

/** Creates or updates the user's own record and returns it. Empty fields change nothing. */
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

/** Sets the user's own name; an empty one removes it. Returns what is stored: one line of visible text, or null. */
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
 * The e-mail account takes over the phone account. The token of the phone account in the header `X-Merge-Proof` shows
 * that both belong to the user.
 */
export const mergeUser = endpoint({
  method: 'POST',
  path: '/disciple/v2/user/:uid/merge',
  signedIn: true,
  headers: ['X-Merge-Proof'],
  params: v.object({ uid: v.string() }),
  body: v.object({ phoneUid: v.string(), phoneNumber: v.string() }),
  reply: v.object({ success: v.literal(true), data: v.object({ user: User }) }),
})

/** All data of the user: a zip of data.json and their recordings. */
export const getMyData = endpoint({
  method: 'GET',
  path: '/identity/v1/myData',
  signedIn: true,
  file: 'application/zip',
  reply: v.unknown(),
})

/** The file of `getMyData`, by a link that an owner prepared. Only the person whose data it has can load it. */
export const getPreparedData = endpoint({
  method: 'GET',
  path: '/identity/v1/preparedData',
  signedIn: true,
  query: v.object({ token: v.pipe(v.string(), v.maxLength(500)) }),
  file: 'application/zip',
  reply: v.unknown(),
})

/**
 * The keys of this account and of the accounts that were merged into it, by uid (32 bytes, base64url). On a phone, this
 * key opens the same data as the PIN. So a person who forgot the PIN opens the data by signing in.
 */
export const getAccountKeys = endpoint({
  method: 'GET',
  path: '/identity/v1/accountKeys',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.record(v.string(), v.string()) }),
})

/** An erasure can be cancelled for this long. */
export const ERASE_AFTER_DAYS = 7

/** Schedules the erasure of the account. Needs a sign-in of the last five minutes. */
export const eraseAccount = endpoint({
  method: 'POST',
  path: '/identity/v1/eraseAccount',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.object({ eraseAt: v.number() }) }),
})

export const cancelErasure = endpoint({
  method: 'POST',
  path: '/identity/v1/keepAccount',
  signedIn: true,
  reply: v.object({ success: v.literal(true) }),
})

/** Whether the user agrees to text messages other than codes. */
export const getTextConsent = endpoint({
  method: 'GET',
  path: '/identity/v1/textConsent',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.object({ agrees: v.boolean() }) }),
})

export const setTextConsent = endpoint({
  method: 'POST',
  path: '/identity/v1/textConsent',
  signedIn: true,
  body: v.object({ agrees: v.boolean() }),
  reply: v.object({ success: v.literal(true), data: v.object({ agrees: v.boolean() }) }),
})

export const getCountry = endpoint({
  method: 'GET',
  path: '/identity/v1/country',
  signedIn: false,
  reply: v.object({ country_code: v.nullable(v.string()) }),
})

/** The result of a sign-in. A refresh token works once: each use returns the next one. */
export const Session = v.object({
  uid: v.string(),
  /** ES256 JWT for the Authorization header. */
  idToken: v.string(),
  /** Epoch ms. */
  expiresAt: v.number(),
  refreshToken: v.string(),
})
export type Session = v.InferOutput<typeof Session>

/** Every visit may need this call, so it stands apart from the calls that sign in. */
export const refreshToken = endpoint({
  method: 'POST',
  path: '/identity/v1/refreshToken',
  signedIn: false,
  body: v.object({
    refreshToken: v.string(),
    /** With the uid, an error says whether the account was erased. Then the browser deletes the data of the account. */
    uid: v.optional(v.string()),
  }),
  reply: v.object({ success: v.literal(true), data: Session }),
})
