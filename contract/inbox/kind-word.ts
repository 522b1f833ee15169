import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { ShortText } from '../messages.ts'

/**
 * A draft for a silent learner, which the organisation hands to their mentor. `isUsed`: the mentor has written since,
 * so it no longer waits.
 */
export const KindWord = v.object({ text: v.string(), madeAt: v.number(), isUsed: v.boolean() })
export type KindWord = v.InferOutput<typeof KindWord>

/** The mentor declines this draft. */
export const declineKindWord = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/kindWord',
  signedIn: true,
  params: v.object({ uid: ShortText }),
  reply: v.object({ success: v.literal(true) }),
})

/** Ends all kind words for a learner who wants no more of them, both drafts and texts. Or allows them again. */
export const setKindWordsEnded = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/kindWordsEnded',
  signedIn: true,
  params: v.object({ uid: ShortText }),
  body: v.object({ areEnded: v.boolean() }),
  reply: v.object({ success: v.literal(true) }),
})
