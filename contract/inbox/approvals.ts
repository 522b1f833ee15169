import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'

/** Six digits, as a learner read them aloud. */
const HeardNumber = v.pipe(v.string(), v.regex(/^\d{6}$/))

/** A learner of this mentor who asks to be let in. Any other number is not found. */
export const findRequest = endpoint({
  method: 'POST',
  path: '/messenger/v2/approvals/find',
  signedIn: true,
  body: v.object({ number: HeardNumber }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      /** Their name, otherwise their phone number. */
      name: v.string(),
      phoneNumber: v.string(),
      /** Epoch ms. */
      askedAt: v.number(),
    }),
  }),
})

/** Lets the browser in that shows this number, or refuses it. A request is decided once. */
export const decideRequest = endpoint({
  method: 'POST',
  path: '/messenger/v2/approvals/decide',
  signedIn: true,
  headers: ['Idempotency-Key'],
  body: v.object({ number: HeardNumber, isApproved: v.boolean() }),
  reply: v.object({ success: v.literal(true) }),
})
