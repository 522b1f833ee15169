import * as v from 'valibot'
import { Session } from '../account.ts'
import { endpoint } from '../calls/endpoint.ts'
import { Language } from '../languages.ts'
import { MINUTE } from '../time.ts'

/** What a person can do when the SMS with the code does not arrive. */

/** The number of a request can be read to a mentor for this long. An approved browser has as long again to sign in. */
export const REQUEST_LIFETIME_MS = 10 * MINUTE

/** Digits of the number that a person reads aloud. */
export const REQUEST_DIGITS = 6

/**
 * Sends another code for the same phone. It is entered under the same id, and the code of the SMS stays valid. The
 * reply does not tell whether the account, its e-mail address or a mail exists. After a lost reply, the same
 * `Idempotency-Key` sends nothing more, and no limit counts.
 */
export const sendOtherCode = endpoint({
  method: 'POST',
  path: '/identity/v1/sendOtherCode',
  signedIn: false,
  headers: ['Idempotency-Key'],
  body: v.object({
    verificationId: v.string(),
    by: v.picklist(['whatsapp', 'email']),
    language: v.optional(Language),
  }),
  reply: v.object({ success: v.literal(true) }),
})
export type OtherSender = 'whatsapp' | 'email'

/**
 * Asks for approval by a person who knows the owner of this phone. An earlier request for the phone ends. The reply is
 * the same for every number.
 */
export const askApproval = endpoint({
  method: 'POST',
  path: '/identity/v1/askApproval',
  signedIn: false,
  body: v.object({ verificationId: v.string() }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      /** The secret of this browser. Only a browser that has it gets the session. */
      request: v.string(),
      /** Read aloud to the mentor, who types it in. */
      number: v.string(),
    }),
  }),
})

/** The status of a request. `over`: it expired, was replaced by a newer one or has been used. */
export const readApproval = endpoint({
  method: 'POST',
  path: '/identity/v1/readApproval',
  signedIn: false,
  body: v.object({ request: v.pipe(v.string(), v.maxLength(100)) }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      status: v.picklist(['waiting', 'approved', 'refused', 'over']),
      /** Only if approved. A second call, after a lost reply, ends this session and returns another one. */
      session: v.optional(Session),
    }),
  }),
})
