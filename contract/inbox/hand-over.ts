import * as v from 'valibot'
import { endpoint, type Reply } from '../calls/endpoint.ts'
import { ShortText } from '../messages.ts'
import { MentorId } from '../team-roles.ts'
import { MINUTE } from '../time.ts'

export const HAND_OVER_NOTE_LIMIT = 1000

/** Gives a learner to a colleague, who sees the note. The learner is told who their mentor is now. */
export const handOverLearner = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/handOver',
  signedIn: true,
  headers: ['Idempotency-Key'],
  params: v.object({ uid: ShortText }),
  body: v.object({
    to: MentorId,
    note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(HAND_OVER_NOTE_LIMIT))),
  }),
  reply: v.object({ success: v.literal(true) }),
})

/** A hand-over can be undone for this long. */
export const HAND_OVER_UNDO_MS = 10 * MINUTE

export const listHandedOver = endpoint({
  method: 'GET',
  path: '/messenger/v2/handedOver',
  signedIn: true,
  reply: v.object({
    success: v.literal(true),
    data: v.array(
      v.object({
        uid: v.string(),
        name: v.string(),
        /** The last digits of the phone number, if another learner of this mentor has the name, too. */
        digits: v.optional(v.string()),
        toName: v.string(),
        /** The last digits of the colleague's phone number, if another mentor has the name, too. */
        toDigits: v.optional(v.string()),
        until: v.number(),
      }),
    ),
  }),
})
export type HandedOver = Reply<typeof listHandedOver>['data'][number]

/**
 * Undoes a hand-over of this mentor and deletes its note. Refused after ten minutes, and as soon as the colleague has
 * written to the learner or somebody has given them to another mentor.
 */
export const undoHandOver = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/handOver/undo',
  signedIn: true,
  headers: ['Idempotency-Key'],
  params: v.object({ uid: ShortText }),
  reply: v.object({ success: v.literal(true) }),
})
