import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'

/** Characters that one message may hold. */
export const MESSAGE_LIMIT = 10_000

/** The page that a message is about, as it was when the message was sent. */
export const About = v.object({
  courseId: v.string(),
  lessonId: v.string(),
  /** Place of the lesson in its course, counted from 1. */
  lessonNumber: v.number(),
  lessonTitle: v.string(),
  pageId: v.string(),
  pageNumber: v.number(),
  /** How the page begins, in plain text. */
  pageTitle: v.string(),
  /** What the learner had answered there, in words. */
  answer: v.optional(v.string()),
  /** The same where it was spoken: a file name that `recordingAddress` knows. */
  recording: v.optional(v.string()),
})
export type About = v.InferOutput<typeof About>

/** A learner is named by uid, a mentor by number. */
export const Message = v.object({
  id: v.string(),
  from: v.string(),
  to: v.string(),
  /** Base64 of UTF-8 (encoded-text.ts). Empty where all was spoken. */
  content: v.string(),
  type: v.literal('disciple'),
  /** ISO time. Of all messages a person gets, each later one has a later time: the newest is where to go on from. */
  sentAt: v.string(),
  seen: v.boolean(),
  /** Name of the mentor, on what a mentor wrote. */
  fromName: v.optional(v.string()),
  about: v.optional(About),
  /** The `Idempotency-Key` that it was sent with: by it the sender's browser finds its own copy. */
  key: v.optional(v.string()),
  /** What was spoken; `voiceAddress` tells where it can be heard. */
  voice: v.optional(v.object({ seconds: v.number() })),
})
export type Message = v.InferOutput<typeof Message>

/** The mentor of a learner, as the learner may know them. */
export const MentorInfo = v.object({
  id: v.number(),
  name: v.string(),
  isAway: v.boolean(),
  /** Who answers meanwhile. */
  coveredBy: v.optional(v.string()),
  /** True where the mentor did so lately, and this learner does not wait longer. */
  repliesWithinDay: v.optional(v.boolean()),
})
export type MentorInfo = v.InferOutput<typeof MentorInfo>

/** By responder id for a learner, by uid of the learner for a mentor. */
const UnseenCount = v.record(v.string(), v.number())

export const IsoTime = v.pipe(v.string(), v.isoTimestamp(), v.maxLength(40))
const Short = v.pipe(v.string(), v.minLength(1), v.maxLength(128))

/**
 * What is newer than `since`, oldest first, at most 500 and about a megabyte of text; without it the newest of that size. With `Prefer: wait=25` an answer without
 * news is held back for so many seconds, until there is some; news is, too, that `state` is not what was answered last.
 * With `return=minimal` beside it (`Prefer: wait=25, return=minimal`) there is no answer but 204 where `state` was named and
 * there is no news.
 */
export const getUpdates = endpoint({
  method: 'GET',
  path: '/messenger/v2/getUpdates',
  signedIn: true,
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
      /** More is there already. */
      hasMore: v.boolean(),
      /** Stands for all below and the counts: the next `state`. */
      state: v.string(),
      /** A learner's mentor; null while there is none. */
      responder: v.optional(v.nullable(MentorInfo)),
      /** Up to when the mentor has seen what the learner wrote. */
      seenUpTo: v.optional(v.string()),
    }),
  }),
})

/** The mentor of a learner changed. */
export const HandOver = v.object({ at: v.string(), responderName: v.string() })
export type HandOver = v.InferOutput<typeof HandOver>

/**
 * The newest messages of a conversation, oldest first, at most 100 and about a megabyte of text; with `before`, those before
 * that time. A mentor names the learner in `with`.
 */
export const listMessages = endpoint({
  method: 'GET',
  path: '/disciple/v2/messages',
  signedIn: true,
  query: v.object({ with: v.optional(Short), before: v.optional(IsoTime) }),
  reply: v.object({
    success: v.literal(true),
    data: v.array(Message),
    hasOlder: v.boolean(),
    handOvers: v.array(HandOver),
  }),
})

/** Mentors are named by numbers, learners by their uid. */
export function isMentor(party: string): boolean {
  return /^\d+$/.test(party)
}

const Party = v.union([Short, v.pipe(v.number(), v.integer())])

/** What came from that person was seen: all of it, or up to a time. */
export const markReceivedSeen = endpoint({
  method: 'POST',
  path: '/messenger/v2/markReceivedSeen',
  signedIn: true,
  body: v.object({ from: Party, upTo: v.optional(IsoTime) }),
  reply: v.object({ success: v.literal(true), data: v.object({ unseenCount: UnseenCount }) }),
})

/** Honours `Idempotency-Key`: the same key and body is stored once and answered the same. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/messenger/v2/send',
  signedIn: true,
  body: v.object({
    to: Party,
    content: v.string(),
    type: v.literal('disciple'),
    /** The page it is about. */
    about: v.optional(v.object({ lessonId: Short, pageId: Short })),
    /** What `saveVoice` answered. */
    voice: v.optional(Short),
  }),
  reply: v.object({ success: v.literal(true), data: Message }),
})

/** A multipart form with `file`, an mp3: a voice note, to be sent with a message next. Honours `Idempotency-Key`. */
export const saveVoice = endpoint({
  method: 'POST',
  path: '/messenger/v2/saveVoice',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.object({ voice: v.string() }) }),
})

/** Where the voice of a message can be heard for the next minutes without a token. */
export const voiceAddress = endpoint({
  method: 'GET',
  path: '/messenger/v2/messages/:messageId/voice',
  signedIn: true,
  params: v.object({ messageId: Short }),
  /** As of `recordingAddress`. */
  reply: v.object({ success: v.literal(true), data: v.object({ url: v.string(), expiresAt: v.number() }) }),
})

/** What was written about the pages of a lesson, oldest first: a mentor's replies show on their pages. */
export const listMessagesAbout = endpoint({
  method: 'GET',
  path: '/messenger/v2/lessons/:lessonId/messages',
  signedIn: true,
  params: v.object({ lessonId: Short }),
  reply: v.object({ success: v.literal(true), data: v.array(Message) }),
})
