import * as v from 'valibot'
import { endpoint, type Reply } from './calls/endpoint.ts'
import { IsoTime } from './messages.ts'
import { StoredAnswer } from './progress.ts'
import { MINUTE } from './time.ts'

/** The calls of a mentor beyond those of messages.ts. Only mentors may use them. */

const Short = v.pipe(v.string(), v.minLength(1), v.maxLength(128))

/** A learner in the inbox. Times are epoch ms. */
export const InboxRow = v.object({
  uid: v.string(),
  /** Their name; else their phone number or address. */
  name: v.string(),
  /** Where the name is another: two learners of one name are told apart by it. */
  phoneNumber: v.optional(v.string()),
  /** Since when a message of theirs waits for an answer. */
  waitingSince: v.nullable(v.number()),
  unseenCount: v.number(),
  /** Up to when the learner has seen what was written to them. */
  seenUpTo: v.optional(v.number()),
  /** Answers in their own words that nobody has looked at yet. */
  toReview: v.number(),
  /** The last message. */
  last: v.nullable(
    v.object({
      text: v.string(),
      isVoice: v.boolean(),
      voiceSeconds: v.optional(v.number()),
      isFromLearner: v.boolean(),
      sentAt: v.number(),
    }),
  ),
  /** How much of what they began is done, 0 to 100. */
  percent: v.nullable(v.number()),
  /** When they last did something in a lesson. */
  activeAt: v.nullable(v.number()),
  /** Whose learner it is, where the mentor only covers. */
  coveredFor: v.optional(v.string()),
})
export type InboxRow = v.InferOutput<typeof InboxRow>

/** All learners of a mentor: who waits longest comes first, then by the last message. */
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
  /** How the page begins, in plain text. */
  pageTitle: v.string(),
  /** As stored; `words` is what it says on the screen. */
  answer: StoredAnswer,
  words: v.array(v.string()),
  /** File name of a spoken answer, for `recordingAddress`. */
  recording: v.optional(v.string()),
  /** Epoch ms. */
  answeredAt: v.number(),
  /** Written or spoken by themselves, and nobody has looked at it yet. */
  isToReview: v.boolean(),
  /** The page is no longer in its lesson; names and numbers are those that it had last. */
  isGone: v.optional(v.literal(true)),
})
export type LearnerAnswer = v.InferOutput<typeof LearnerAnswer>

/** One learner of the mentor: who they are, how far they came, what they answered, newest first. */
export const getLearner = endpoint({
  method: 'GET',
  path: '/messenger/v2/learners/:uid',
  signedIn: true,
  params: v.object({ uid: Short }),
  query: v.object({
    /** Answers given before this time (epoch ms). Those of one moment come together. */
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
      /** From the former mentor, for the one who has this learner now. Time in epoch ms. */
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

/** The answer was looked at and needs no reply. A reply does the same. */
export const markReviewed = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/reviewed',
  signedIn: true,
  params: v.object({ uid: Short }),
  body: v.object({ lessonId: Short, pageId: Short }),
  reply: v.object({ success: v.literal(true) }),
})

/** What the learner wrote up to this time needs no answer: they wait no longer, or from what they wrote since. */
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
 * The newest message of each learner that has these words, however their letters are written. Of the learners who wrote
 * last the newest messages are searched, and 30 learners are found at most.
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
        /** Of the message. */
        id: v.string(),
        /** The words that were found, and some around them. */
        text: v.string(),
        isFromLearner: v.boolean(),
        /** Epoch ms. */
        sentAt: v.number(),
      }),
    ),
  }),
})
export type FoundMessage = Reply<typeof searchMessages>['data'][number]

export const HAND_OVER_NOTE_LIMIT = 1000

/** Gives one's own learner to a colleague, who reads the note; the learner is told who their mentor is now. */
export const handOn = endpoint({
  method: 'POST',
  path: '/messenger/v2/learners/:uid/handOver',
  signedIn: true,
  params: v.object({ uid: Short }),
  body: v.object({
    /** Responder id. */
    to: v.pipe(v.number(), v.integer()),
    note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(HAND_OVER_NOTE_LIMIT))),
  }),
  reply: v.object({ success: v.literal(true) }),
})

/** For so long a mentor can undo a hand-over. */
export const HAND_OVER_UNDO_MS = 10 * MINUTE

/** The hand-overs that this mentor can still undo, newest first. */
export const listHandedOver = endpoint({
  method: 'GET',
  path: '/messenger/v2/handedOver',
  signedIn: true,
  reply: v.object({
    success: v.literal(true),
    data: v.array(
      v.object({
        uid: v.string(),
        /** As in the inbox. */
        name: v.string(),
        toName: v.string(),
        /** Epoch ms. */
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

/** So many of the longest fit into one body, in any script. */
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

/** Puts these in the place of all. */
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
  /** Colleagues the mentor may ask to cover. */
  colleagues: v.array(v.object({ id: v.number(), name: v.string(), isAway: v.boolean() })),
  /** Names of the colleagues this mentor covers now. */
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
