import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const Message = v.object({
  id: v.string(),
  from: v.string(),
  to: v.string(),
  /** Base64 of UTF-8 (encoded-text.ts). */
  content: v.string(),
  type: v.literal('disciple'),
  /** ISO time. */
  sentAt: v.string(),
  seen: v.boolean(),
})
export type Message = v.InferOutput<typeof Message>

export const getUpdates = endpoint({
  method: 'GET',
  path: '/messenger/v2/getUpdates',
  signedIn: true,
  query: v.object({ since: v.optional(v.string()), noUnassigned: v.optional(v.picklist(['true', 'false'])) }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({ messages: v.array(Message), unseenCount: v.record(v.string(), v.number()) }),
  }),
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/disciple/v2/messages',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.array(Message) }),
})

export const markReceivedSeen = endpoint({
  method: 'POST',
  path: '/messenger/v2/markReceivedSeen',
  signedIn: true,
  body: v.object({ from: v.union([v.string(), v.number()]) }),
  reply: v.object({ success: v.literal(true) }),
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messenger/v2/send',
  signedIn: true,
  body: v.object({ to: v.union([v.string(), v.number()]), content: v.string(), type: v.literal('disciple') }),
  reply: v.object({ success: v.literal(true), data: Message }),
})
