import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { Short } from '../messages.ts'

/**
 * Words for a silent learner that the organisation hands to their mentor. `isUsed`: the mentor has written since, so they
 * no longer lie there.
 */
export const KindWord = v.object({ text: v.string(), madeAt: v.number(), isUsed: v.boolean() })
export type KindWord = v.InferOutput<typeof KindWord>

/** Why a mentor does not use it: not now, or the learner wants no more of these, ever. */
export const DeclinedBy = v.picklist(['not-now', 'no-more'])

export const declineKindWord = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/kindWord',
  signedIn: true,
  params: v.object({ uid: Short }),
  body: v.object({ why: DeclinedBy }),
  reply: v.object({ success: v.literal(true) }),
})
