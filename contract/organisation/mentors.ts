import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { StoredTime } from '../calls/stored-numbers.ts'
import { FOR_PEOPLE, MentorId } from '../team-roles.ts'
import { DAY } from '../time.ts'

/** Learners that a mentor has room for, unless their own number is set. */
export const DEFAULT_CAPACITY = 50
/** A move of learners can be undone for this long. */
export const MOVE_UNDO_MS = 7 * DAY
/** The most learners in one move. */
export const MAX_CHOSEN = 500

export const MAX_CAPACITY = 1000
export const Capacity = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CAPACITY))

export const ListedMentor = v.object({
  id: v.number(),
  name: v.string(),
  phoneNumber: v.string(),
  /** Null until they have signed in. */
  uid: v.nullable(v.string()),
  isActive: v.boolean(),
  learners: v.number(),
  capacity: v.number(),
  /** Learners who wait for this mentor. */
  waiting: v.number(),
  awaySince: v.nullable(v.number()),
  /** Null if the absence ends only when the mentor says that they are back. */
  awayUntil: v.nullable(v.number()),
  coverId: v.nullable(v.number()),
  /** Another mentor covers now, but the coordinator who asks may not see who. Then `coverId` is null. */
  isCoveredElsewhere: v.boolean(),
})
export type ListedMentor = v.InferOutput<typeof ListedMentor>

export const listMentors = endpoint({
  method: 'GET',
  path: '/org/v1/mentors',
  signedIn: true,
  roles: FOR_PEOPLE,
  reach: 'own-people',
  reply: v.object({ success: v.literal(true), data: v.array(ListedMentor) }),
})

/**
 * Changes the given fields. `away: null` ends an absence. `from` has the values that the screen showed. Fails with
 * `settings/changed` if one of the fields to change has another value by now.
 */
export const changeMentor = endpoint({
  method: 'POST',
  path: '/org/v1/mentors/:id',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_PEOPLE,
  reach: 'own-people',
  params: v.object({ id: v.pipe(v.string(), v.digits(), v.maxLength(9), v.transform(Number)) }),
  body: v.object({
    /** Null: the usual number. */
    capacity: v.optional(v.nullable(Capacity)),
    away: v.optional(v.nullable(v.object({ until: v.nullable(StoredTime), coverId: v.nullable(MentorId) }))),
    from: v.optional(v.pick(ListedMentor, ['capacity', 'awaySince', 'awayUntil', 'coverId'])),
  }),
  reply: v.object({ success: v.literal(true) }),
})

/**
 * Gives learners with their conversations to a mentor: all learners of one mentor (`from`), or chosen ones (`uids`).
 * Both mentors see it at once. `seen` has the mentors of the chosen learners as the screen showed them; null means no
 * mentor. Fails with `settings/changed` if one of these learners has another mentor by now.
 */
export const moveLearners = endpoint({
  method: 'POST',
  path: '/org/v1/moves',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_PEOPLE,
  reach: 'own-people',
  body: v.pipe(
    v.object({
      to: MentorId,
      from: v.optional(MentorId),
      uids: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(MAX_CHOSEN))),
      seen: v.optional(v.pipe(v.array(v.nullable(MentorId)), v.maxLength(MAX_CHOSEN))),
    }),
    v.check(({ from, uids }) => (from === undefined) !== (uids === undefined), 'name a mentor or learners'),
  ),
  /** `count` does not include learners who already had this mentor. */
  reply: v.object({ success: v.literal(true), data: v.object({ id: v.string(), count: v.number() }) }),
})

/** Gives the learners of a move back, except those who were moved again or whose former mentor is retired. */
export const undoMove = endpoint({
  method: 'POST',
  path: '/org/v1/moves/:id/undo',
  signedIn: true,
  headers: ['Idempotency-Key'],
  roles: FOR_PEOPLE,
  reach: 'own-people',
  params: v.object({ id: v.string() }),
  reply: v.object({ success: v.literal(true), data: v.object({ count: v.number() }) }),
})
