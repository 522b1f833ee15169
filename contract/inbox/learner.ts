import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { ShortText } from '../messages.ts'
import { StoredAnswer } from '../progress.ts'
import { KindWord } from './kind-word.ts'

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
  /** The stored answer; `words` is the readable form. */
  answer: StoredAnswer,
  words: v.array(v.string()),
  /** File name of a spoken answer, for `getRecordingUrl`. */
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
  params: v.object({ uid: ShortText }),
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
      /** Words that the organisation suggests, or that were used within the last fourteen days. */
      kindWord: v.optional(KindWord),
      /** This learner wants no more kind words. */
      kindWordsEnded: v.optional(v.literal(true)),
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
  params: v.object({ uid: ShortText }),
  body: v.object({ lessonId: ShortText, pageId: ShortText }),
  reply: v.object({ success: v.literal(true) }),
})
