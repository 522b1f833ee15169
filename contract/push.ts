import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'
import { Language } from './languages.ts'

/** Notices of messages to browsers whose page is closed (Web Push, RFC 8030 and 8291). */

/** So many browsers of a person are told; of more, those that were opened last. */
export const BROWSERS_LIMIT = 10

const Endpoint = v.pipe(v.string(), v.url(), v.maxLength(1000))
const Base64url = v.pipe(v.string(), v.regex(/^[\w-]+={0,2}$/), v.maxLength(100))

/** What `pushManager.subscribe` wants as `applicationServerKey`, in base64url. */
export const getPushKey = endpoint({
  method: 'GET',
  path: '/messenger/v2/push/key',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.object({ publicKey: v.string() }) }),
})

/** From now on this browser is notified of messages for the caller, and for nobody else. A second call replaces the choice. */
export const subscribe = endpoint({
  method: 'POST',
  path: '/messenger/v2/push/subscribe',
  signedIn: true,
  body: v.object({
    endpoint: Endpoint,
    keys: v.object({ p256dh: Base64url, auth: Base64url }),
    language: Language,
    /** Whether a notice says who wrote, and how it begins. */
    showsText: v.boolean(),
  }),
  reply: v.object({ success: v.literal(true) }),
})

/** This browser is told nothing more. Says the same of one that is not theirs or not known. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/messenger/v2/push/unsubscribe',
  signedIn: true,
  body: v.object({ endpoint: Endpoint }),
  reply: v.object({ success: v.literal(true) }),
})

/** What a browser is sent: all that its worker shows. */
export type PushPayload = {
  title: string
  body: string
  language: Language
  /** A notice of the same conversation takes the place of the one before. */
  tag: string
  /** Where a press on it leads. */
  path: string
}
