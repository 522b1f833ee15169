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
 * if the person is blocked already, because they would not read this reason.
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

/** `from` is the name that was shown. Fails with `settings/changed` if the person has another name by now. */
export const correctName = endpoint({
  ...forPeople,
  path: '/org/v1/people/:uid/name',
  body: v.object({ name: visibleText(NAME_LIMIT), from: v.optional(v.nullable(v.string())) }),
})

/**
 * Allows a new phone number for 24 hours. The old number gets a text at once. Nothing changes until the person signs in
 * with a code that was sent to the new number. Fails with `settings/changed` if another number is allowed already: that
 * has to be cancelled first (`cancelNewPhone`).
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
 * Notes that somebody of the team gives a person the link `/account?merge=<uid>`. The link itself gives no right: only
 * somebody who signs in with the phone number of that account can join it to their other account. Fails with
 * `people/cannot-merge` if the account has no phone number, has an e-mail address, or is that of a mentor.
 */
export const makeMergeLink = endpoint({
  ...forPeople,
  path: '/org/v1/people/:uid/mergeLink',
})

/** Makes a person with a phone number a mentor, or ends this role. A mentor with learners hands them over first. */
export const setMentorRole = endpoint({
  ...forPeople,
  reach: 'needs-everybody',
  path: '/org/v1/people/:uid/mentor',
  body: v.object({ isMentor: v.boolean() }),
})

/**
 * `name` is the name of the person, otherwise their phone number or e-mail address, which the owner typed to confirm.
 * Without `isNow` the erasure can be cancelled for seven days.
 */
export const erasePerson = endpoint({
  ...forOwners,
  path: '/org/v1/people/:uid/erase',
  needsRecentSignIn: true,
  body: v.object({ name: v.string(), isNow: v.optional(v.boolean(), false) }),
  reply: v.object({ success: v.literal(true), data: v.object({ eraseAt: v.number() }) }),
})

export const cancelPersonErasure = endpoint({
  ...forOwners,
  path: '/org/v1/people/:uid/keep',
})

/** Returns the token of a link to the person's data, which works for seven days. Only they can open it, signed in. */
export const prepareData = endpoint({
  ...forOwners,
  path: '/org/v1/people/:uid/export',
  needsRecentSignIn: true,
  reply: v.object({ success: v.literal(true), data: v.object({ token: v.string(), expiresAt: v.number() }) }),
})
