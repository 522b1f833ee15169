import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'

export const MESSAGE_LIMIT = 10_000

/** The page that a message is about, as it was when the message was sent. */
export const About = v.object({
  courseId: v.string(),
  lessonId: v.string(),
  /** From 1. */
  lessonNumber: v.number(),
  lessonTitle: v.string(),
  pageId: v.string(),
  pageNumber: v.number(),
  /** The beginning of the page, in plain text. */
  pageTitle: v.string(),
  /** The learner's answer on this page, in words. */
  answer: v.optional(v.string()),
  /** A spoken answer: a file name for `getRecordingUrl`. */
  recording: v.optional(v.string()),
})
export type About = v.InferOutput<typeof About>

/** A learner is named by uid, a mentor by number. */
export const Message = v.object({
  id: v.string(),
  from: v.string(),
  to: v.string(),
  /** Base64 of UTF-8 (encoded-text.ts). Empty for a voice message. */
  content: v.string(),
  type: v.literal('disciple'),
  /** ISO time. Each message that a person gets has a later time than those before, so the newest time is the cursor. */
  sentAt: v.string(),
  seen: v.boolean(),
  /** Name of the mentor, if a mentor wrote it. */
  fromName: v.optional(v.string()),
  about: v.optional(About),
  /** The `Idempotency-Key` of the message: the sender's browser finds its own copy by it. */
  key: v.optional(v.string()),
  /** A voice message; `getVoiceUrl` returns its URL. */
  voice: v.optional(v.object({ seconds: v.number() })),
})
export type Message = v.InferOutput<typeof Message>

/** The data about a mentor that their learner sees. */
export const MentorInfo = v.object({
  id: v.number(),
  name: v.string(),
  isAway: v.boolean(),
  /** The colleague who answers meanwhile. */
  coveredBy: v.optional(v.string()),
  /** True if the mentor lately replied within a day, and this learner has not waited longer. */
  repliesWithinDay: v.optional(v.boolean()),
})
export type MentorInfo = v.InferOutput<typeof MentorInfo>

/** Counts by mentor id for a learner, by uid for a mentor. */
const UnseenCount = v.record(v.string(), v.number())

export const IsoTime = v.pipe(v.string(), v.isoTimestamp(), v.maxLength(40))
export const ShortText = v.pipe(v.string(), v.minLength(1), v.maxLength(128))

/**
 * Messages newer than `since`, oldest first, at most 500 and about a megabyte of text; without `since` the newest. With
 * `Prefer: wait=25` the server waits up to 25 seconds for news; a change of `state` is news, too. With `Prefer:
 * wait=25, return=minimal` and a `state`, the reply is 204 if there is no news.
 */
export const getUpdates = endpoint({
  method: 'GET',
  path: '/messenger/v2/getUpdates',
  signedIn: true,
  headers: ['Prefer'],
  query: v.object({
    since: v.optional(IsoTime),
    noUnassigned: v.optional(v.picklist(['true', 'false'])),
    state: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      messages: v.array(Message),
      unseenCount: UnseenCount,
      /** The next `since`. */
      cursor: v.string(),
      hasMore: v.boolean(),
      /** It changes when one of the fields below changes. The next request sends it as `state`. */
      state: v.string(),
      /** A learner's mentor; null if there is none. */
      responder: v.optional(v.nullable(MentorInfo)),
      /** The mentor has seen all messages up to this time. */
      seenUpTo: v.optional(v.string()),
    }),
  }),
})

export const HandOver = v.object({ at: v.string(), responderName: v.string() })
export type HandOver = v.InferOutput<typeof HandOver>

/**
 * The newest messages of a conversation, oldest first, at most 100 and about a megabyte of text; with `before`, those
 * before that time. A mentor names the learner in `with`.
 */
export const listMessages = endpoint({
  method: 'GET',
  path: '/disciple/v2/messages',
  signedIn: true,
  query: v.object({ with: v.optional(ShortText), before: v.optional(IsoTime) }),
  reply: v.object({
    success: v.literal(true),
    data: v.array(Message),
    hasOlder: v.boolean(),
    handOvers: v.array(HandOver),
  }),
})

/** A mentor is named by a number, a learner by a uid. */
export function isMentor(participant: string): boolean {
  return /^\d+$/.test(participant)
}

const Participant = v.union([ShortText, v.pipe(v.number(), v.integer())])

/** Marks messages from that person as seen: all, or up to a time. */
export const markReceivedSeen = endpoint({
  method: 'POST',
  path: '/messenger/v2/markReceivedSeen',
  signedIn: true,
  body: v.object({ from: Participant, upTo: v.optional(IsoTime) }),
  reply: v.object({ success: v.literal(true), data: v.object({ unseenCount: UnseenCount }) }),
})

/** With the same `Idempotency-Key` and body it stores once and replies the same. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/messenger/v2/send',
  signedIn: true,
  headers: ['Idempotency-Key'],
  body: v.object({
    to: Participant,
    content: v.string(),
    type: v.literal('disciple'),
    about: v.optional(v.object({ lessonId: ShortText, pageId: ShortText })),
    /** The name that `saveVoice` returned. */
    voice: v.optional(ShortText),
  }),
  reply: v.object({ success: v.literal(true), data: Message }),
})

/** A multipart form with `file`, an mp3: a voice note for the next message. Honours `Idempotency-Key`. */
export const saveVoice = endpoint({
  method: 'POST',
  path: '/messenger/v2/saveVoice',
  signedIn: true,
  form: ['file'],
  headers: ['Idempotency-Key'],
  reply: v.object({ success: v.literal(true), data: v.object({ voice: v.string() }) }),
})

/** A URL that plays the voice of a message for some minutes without a token. */
export const getVoiceUrl = endpoint({
  method: 'GET',
  path: '/messenger/v2/messages/:messageId/voice',
  signedIn: true,
  params: v.object({ messageId: ShortText }),
  /** Path and time as in `getRecordingUrl`. */
  reply: v.object({ success: v.literal(true), data: v.object({ url: v.string(), expiresAt: v.number() }) }),
})

/** Messages about the pages of a lesson, oldest first, so that a mentor's replies show on their pages. */
export const listMessagesAbout = endpoint({
  method: 'GET',
  path: '/messenger/v2/lessons/:lessonId/messages',
  signedIn: true,
  params: v.object({ lessonId: ShortText }),
  reply: v.object({ success: v.literal(true), data: v.array(Message) }),
})
