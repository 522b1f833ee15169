import * as v from 'valibot'
import { endpoint, type Reply } from '../calls/endpoint.ts'
import { IsoTime, ShortText } from '../messages.ts'

/** The calls in this folder are those that only a mentor can make, beyond those of messages.ts. */

/** A learner in the inbox. Times are epoch ms. */
export const InboxRow = v.object({
  uid: v.string(),
  /** Their name, otherwise their phone number or e-mail address. */
  name: v.string(),
  /** Present if `name` is a real name: it tells two learners of one name apart. */
  phoneNumber: v.optional(v.string()),
  /** Since when their oldest unanswered message waits. */
  waitingSince: v.nullable(v.number()),
  /** The learner is blocked, or the account will be erased: nobody reads a reply now, and nobody waits for one. */
  isOut: v.optional(v.literal(true)),
  unseenCount: v.number(),
  /** The learner has seen all messages up to this time. */
  seenUpTo: v.optional(v.number()),
  /** Answers in their own words that no mentor has reviewed. */
  toReview: v.number(),
  last: v.nullable(
    v.object({
      text: v.string(),
      isVoice: v.boolean(),
      voiceSeconds: v.optional(v.number()),
      isFromLearner: v.boolean(),
      /** The author, if it is another mentor. */
      fromName: v.optional(v.string()),
      sentAt: v.number(),
    }),
  ),
  /** Progress over all started courses, 0 to 100. */
  percent: v.nullable(v.number()),
  activeAt: v.nullable(v.number()),
  /** A draft for this silent learner waits in the conversation, and the mentor has not used it yet. */
  hasKindWord: v.optional(v.literal(true)),
  /** The mentor of this learner, if the asking mentor only covers. */
  coveredFor: v.optional(v.string()),
})
export type InboxRow = v.InferOutput<typeof InboxRow>

/**
 * All learners of a mentor: the longest waiting first, then those with a kind word to use, then by the last message.
 */
export const getInbox = endpoint({
  method: 'GET',
  path: '/messenger/v2/inbox',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.array(InboxRow) }),
})

/**
 * Marks what the learner wrote up to this time as handled. The learner waits no longer, or only from a later message
 * on.
 */
export const markHandled = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/settled',
  signedIn: true,
  params: v.object({ uid: ShortText }),
  body: v.object({ upTo: IsoTime }),
  reply: v.object({ success: v.literal(true) }),
})

export const SEARCH_LIMIT = 100

/**
 * The newest matching message of each learner, in any spelling of its letters. Searches the newest messages of the
 * learners who wrote last, and finds at most 30 learners.
 */
export const searchMessages = endpoint({
  method: 'GET',
  path: '/messenger/v2/inbox/search',
  signedIn: true,
  query: v.object({ text: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(SEARCH_LIMIT)) }),
  reply: v.object({
    success: v.literal(true),
    data: v.array(
      v.object({
        uid: v.string(),
        id: v.string(),
        /** The match, with some words around it. */
        text: v.string(),
        isFromLearner: v.boolean(),
        /** The author, if it is another mentor. */
        fromName: v.optional(v.string()),
        sentAt: v.number(),
      }),
    ),
  }),
})
export type FoundMessage = Reply<typeof searchMessages>['data'][number]
