import * as v from 'valibot'
import { endpoint, type Reply } from './calls/endpoint.ts'
import { IsoTime } from './messages.ts'
import { StoredAnswer } from './progress.ts'
import { MINUTE } from './time.ts'

/** The calls that only a mentor can make, beyond those of messages.ts. */

const Short = v.pipe(v.string(), v.minLength(1), v.maxLength(128))

/** A learner in the inbox. Times are epoch ms. */
export const InboxRow = v.object({
  uid: v.string(),
  /** Their name, otherwise their phone number or e-mail address. */
  name: v.string(),
  /** Present if `name` is a real name: it tells two learners of one name apart. */
  phoneNumber: v.optional(v.string()),
  /** Since when their oldest unanswered message waits. */
  waitingSince: v.nullable(v.number()),
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
      sentAt: v.number(),
    }),
  ),
  /** Progress over all started courses, 0 to 100. */
  percent: v.nullable(v.number()),
  activeAt: v.nullable(v.number()),
  /** The mentor of this learner, if the asking mentor only covers. */
  coveredFor: v.optional(v.string()),
})
export type InboxRow = v.InferOutput<typeof InboxRow>

/** All learners of a mentor: the longest waiting first, then by the last message. */
export const getInbox = endpoint({
  method: 'GET',
  path: '/messenger/v2/inbox',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.array(InboxRow) }),
})

export const LearnerAnswer = v.object({
  courseId: v.string(),
  courseTitle: v.string(),
  lessonId: v.string(),
  lessonNumber: v.number(),
  lessonTitle: v.string(),
  pageId: v.string(),
  pageNumber: v.number(),
  /** The beginning of the page, in plain text. */
  pageTitle: v.string(),
  /** As stored; `words` is what the screen shows. */
  answer: StoredAnswer,
  words: v.array(v.string()),
  /** File name of a spoken answer, for `recordingUrl`. */
  recording: v.optional(v.string()),
  answeredAt: v.number(),
  /** In the learner's own words, and not reviewed yet. */
  isToReview: v.boolean(),
  /** The page is no longer in its lesson; names and numbers are the last ones. */
  isGone: v.optional(v.literal(true)),
})
export type LearnerAnswer = v.InferOutput<typeof LearnerAnswer>

/** One learner: who they are, their progress, their answers, newest first. */
export const getLearner = endpoint({
  method: 'GET',
  path: '/messenger/v2/learners/:uid',
  signedIn: true,
  params: v.object({ uid: Short }),
  query: v.object({
    /** Only answers before this time (epoch ms). Answers of the same moment come together. */
    before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}$/))),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      uid: v.string(),
      name: v.string(),
      phoneNumber: v.nullable(v.string()),
      email: v.nullable(v.string()),
      /** Epoch ms. */
      createdAt: v.number(),
      coveredFor: v.optional(v.string()),
      /** From the former mentor to the present one. Time in epoch ms. */
      note: v.optional(v.object({ text: v.string(), fromName: v.string(), at: v.number() })),
      courses: v.array(
        v.object({
          id: v.string(),
          title: v.string(),
          /** Colour of the course, or empty. */
          note: v.string(),
          percent: v.number(),
        }),
      ),
      answers: v.array(LearnerAnswer),
      hasMore: v.boolean(),
    }),
  }),
})

/** Marks an answer as reviewed. A reply does the same. */
export const markReviewed = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/reviewed',
  signedIn: true,
  params: v.object({ uid: Short }),
  body: v.object({ lessonId: Short, pageId: Short }),
  reply: v.object({ success: v.literal(true) }),
})

/**
 * Marks what the learner wrote up to this time as handled. The learner waits no longer, or only from a later message
 * on.
 */
export const markHandled = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/settled',
  signedIn: true,
  params: v.object({ uid: Short }),
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
        sentAt: v.number(),
      }),
    ),
  }),
})
export type FoundMessage = Reply<typeof searchMessages>['data'][number]

export const HAND_OVER_NOTE_LIMIT = 1000

/** Gives a learner to a colleague, who sees the note. The learner is told who their mentor is now. */
export const handOn = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/handOver',
  signedIn: true,
  params: v.object({ uid: Short }),
  body: v.object({
    to: v.pipe(v.number(), v.integer()),
    note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(HAND_OVER_NOTE_LIMIT))),
  }),
  reply: v.object({ success: v.literal(true) }),
})

/** A hand-over can be undone for this long. */
export const HAND_OVER_UNDO_MS = 10 * MINUTE

export const listHandedOver = endpoint({
  method: 'GET',
  path: '/messenger/v2/handedOver',
  signedIn: true,
  reply: v.object({
    success: v.literal(true),
    data: v.array(
      v.object({
        uid: v.string(),
        name: v.string(),
        toName: v.string(),
        until: v.number(),
      }),
    ),
  }),
})
export type HandedOver = Reply<typeof listHandedOver>['data'][number]

/**
 * Undoes a hand-over of this mentor and deletes its note. Refused after ten minutes, and as soon as the colleague has written to the learner or somebody has given them to another mentor.
 */
export const undoHandOver = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/handOver/undo',
  signedIn: true,
  params: v.object({ uid: Short }),
  reply: v.object({ success: v.literal(true) }),
})

/** So many of the longest replies fit into one body, in any script. */
export const SAVED_REPLIES_LIMIT = 30
export const SAVED_REPLY_LIMIT = 500

export const SavedReplies = v.pipe(
  v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(SAVED_REPLY_LIMIT))),
  v.maxLength(SAVED_REPLIES_LIMIT),
)

export const getSavedReplies = endpoint({
  method: 'GET',
  path: '/messenger/v2/savedReplies',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.array(v.string()) }),
})

/** Replaces all saved replies. */
export const saveReplies = endpoint({
  method: 'POST',
  path: '/messenger/v2/savedReplies',
  signedIn: true,
  body: v.object({ replies: SavedReplies }),
  reply: v.object({ success: v.literal(true), data: v.array(v.string()) }),
})

const Away = v.object({
  isAway: v.boolean(),
  /** Responder id of the mentor who gets the messages meanwhile. */
  coverId: v.nullable(v.number()),
  /** Mentors who can cover. */
  colleagues: v.array(v.object({ id: v.number(), name: v.string(), isAway: v.boolean() })),
  /** Names of the mentors that this mentor covers now. */
  covering: v.array(v.string()),
})

export const getAway = endpoint({
  method: 'GET',
  path: '/messenger/v2/away',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: Away }),
})

export const setAway = endpoint({
  method: 'POST',
  path: '/messenger/v2/away',
  signedIn: true,
  body: v.object({ isAway: v.boolean(), coverId: v.nullable(v.pipe(v.number(), v.integer())) }),
  reply: v.object({ success: v.literal(true), data: Away }),
})
