import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'
import { Language } from './languages.ts'

/** Web Push (RFC 8030 and 8291) to browsers whose page is closed. */

/** The most browsers of a person. If there are more, those that were opened last stay. */
export const BROWSERS_LIMIT = 10

const Endpoint = v.pipe(v.string(), v.url(), v.maxLength(1000))
const Base64url = v.pipe(v.string(), v.regex(/^[\w-]+={0,2}$/), v.maxLength(100))

/** `applicationServerKey` for `pushManager.subscribe`, in base64url. */
export const getPushKey = endpoint({
  method: 'GET',
  path: '/messenger/v2/push/key',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.object({ publicKey: v.string() }) }),
})

/** Subscribes this browser for the user, and for nobody else. A repeated call replaces the earlier options. */
export const subscribe = endpoint({
  method: 'POST',
  path: '/messenger/v2/push/subscribe',
  signedIn: true,
  body: v.object({
    endpoint: Endpoint,
    keys: v.object({ p256dh: Base64url, auth: Base64url }),
    language: Language,
    /** Whether a notification shows the sender and the beginning of the text. */
    showsText: v.boolean(),
  }),
  reply: v.object({ success: v.literal(true) }),
})

/** The reply does not say whether the subscription is unknown or another person's. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/messenger/v2/push/unsubscribe',
  signedIn: true,
  body: v.object({ endpoint: Endpoint }),
  reply: v.object({ success: v.literal(true) }),
})

/** The content of a notification, for the push worker. */
export type PushPayload = {
  title: string
  body: string
  language: Language
  /** A notification of the same conversation replaces the former one. */
  tag: string
  /** The path that a press opens. */
  path: string
}
