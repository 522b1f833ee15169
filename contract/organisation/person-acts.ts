import * as v from 'valibot'
import { NAME_LIMIT } from '../account.ts'
import { endpoint } from '../calls/endpoint.ts'
import { FOR_OWNERS, FOR_PEOPLE } from '../team-roles.ts'
import { visibleText } from '../text/visible.ts'

export const BLOCK_REASON_LIMIT = 300

const act = {
  method: 'POST',
  signedIn: true,
  headers: ['Idempotency-Key'],
  params: v.object({ uid: v.string() }),
  reply: v.object({ success: v.literal(true) }),
} as const
const forPeople = { ...act, roles: FOR_PEOPLE, reach: 'own-people' } as const
const forOwners = { ...act, roles: FOR_OWNERS } as const

/**
 * Ends open sessions within five seconds. The person reads the reason when they sign in. Fails with `settings/changed`
 * for somebody who is blocked already: they read the reason of somebody else.
 */
export const blockPerson = endpoint({
  ...forPeople,
  path: '/org/v1/people/:uid/block',
  body: v.object({ reason: visibleText(BLOCK_REASON_LIMIT) }),
})

export const unblockPerson = endpoint({
  ...forPeople,
  path: '/org/v1/people/:uid/unblock',
})

export const signOutPerson = endpoint({
  ...forPeople,
  path: '/org/v1/people/:uid/signOut',
})

export const setPersonBeta = endpoint({
  ...forPeople,
  path: '/org/v1/people/:uid/beta',
  body: v.object({ isBeta: v.boolean() }),
})

/** `from` is the name that was shown: `settings/changed` if it is another one by now. */
export const correctName = endpoint({
  ...forPeople,
  path: '/org/v1/people/:uid/name',
  body: v.object({ name: visibleText(NAME_LIMIT), from: v.optional(v.nullable(v.string())) }),
})

/**
 * Allows a new phone number for 24 hours. The old number is told at once. Nothing changes until the person signs in
 * with a code that was sent to the new one. Fails with `settings/changed` if another number is allowed already: it has
 * to be taken back first.
 */
export const allowNewPhone = endpoint({
  ...forPeople,
  path: '/org/v1/people/:uid/newPhone',
  needsRecentSignIn: true,
  body: v.object({ phoneNumber: v.pipe(v.string(), v.maxLength(40)) }),
})

export const cancelNewPhone = endpoint({
  ...forPeople,
  path: '/org/v1/people/:uid/keepPhone',
})

/**
 * Notes that somebody of the team hands over the link `/account?merge=<uid>`. Only the person of that account, signed
 * in with its phone number, can join it to another one of theirs: the link gives no right. Error: `people/cannot-merge`
 * unless the account has a phone number, no e-mail address, and is no mentor's.
 */
export const makeMergeLink = endpoint({
  ...forPeople,
  path: '/org/v1/people/:uid/mergeLink',
})

/** Makes a person with a phone number a mentor, or ends that. A mentor with learners hands them over first. */
export const setMentorRole = endpoint({
  ...forPeople,
  reach: 'needs-everybody',
  path: '/org/v1/people/:uid/mentor',
  body: v.object({ isMentor: v.boolean() }),
})

/**
 * `name`: their name, otherwise phone number or e-mail address, typed once more. Without `isNow` it can be taken back
 * for seven days.
 */
export const erasePerson = endpoint({
  ...forOwners,
  path: '/org/v1/people/:uid/erase',
  needsRecentSignIn: true,
  body: v.object({ name: v.string(), isNow: v.optional(v.boolean(), false) }),
  reply: v.object({ success: v.literal(true), data: v.object({ eraseAt: v.number() }) }),
})

export const keepPerson = endpoint({
  ...forOwners,
  path: '/org/v1/people/:uid/keep',
})

/**
 * Returns the token of a link, good for seven days. The person signs in and gets their data there; nobody else does.
 */
export const prepareData = endpoint({
  ...forOwners,
  path: '/org/v1/people/:uid/export',
  needsRecentSignIn: true,
  reply: v.object({ success: v.literal(true), data: v.object({ token: v.string(), expiresAt: v.number() }) }),
})
