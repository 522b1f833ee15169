import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { StoredTime } from '../calls/stored-numbers.ts'
import { MentorId } from '../team-roles.ts'

const Away = v.object({
  isAway: v.boolean(),
  /** Id of the mentor who gets the messages meanwhile. */
  coverId: v.nullable(v.number()),
  /** When the absence ends by itself. Null if it ends only when the mentor says that they are back. */
  until: v.nullable(v.number()),
  /** Mentors who can cover. */
  colleagues: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      /** The last digits of the phone number, if another colleague has this name. */
      digits: v.optional(v.string()),
      isAway: v.boolean(),
    }),
  ),
  /** Names of the mentors that this mentor covers now. */
  covering: v.array(v.string()),
})

export const getAway = endpoint({
  method: 'GET',
  path: '/messenger/v2/away',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: Away }),
})

export const setAway = endpoint({
  method: 'POST',
  path: '/messenger/v2/away',
  signedIn: true,
  body: v.object({
    isAway: v.boolean(),
    coverId: v.nullable(MentorId),
    until: v.optional(v.nullable(StoredTime)),
  }),
  reply: v.object({ success: v.literal(true), data: Away }),
})
