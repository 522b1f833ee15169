import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'
import { LessonBytes } from './courses.ts'
import { Language } from './languages.ts'
import { media } from './pages/answer.ts'
import type { PageOptions } from './pages/index.ts'
import { LessonData, StoredAnswer } from './progress.ts'
import { DAY } from './time.ts'

export const Page = v.object({
  id: v.string(),
  /** A name of contract/pages/. */
  type: v.string(),
  /** 1 is the opening page of a lesson, which looks different. It has no effect on the order. */
  rank: v.optional(v.number()),
  /** Cleaned HTML. */
  textContent: v.optional(v.string()),
  buttonText: v.optional(v.string()),
  /** One sentence, shown after a wrong answer. */
  hint: v.optional(v.string()),
  /** Its schema belongs to the page type. */
  options: v.optional(v.custom<PageOptions>(options => typeof options === 'object')),
  ...media,
})
export type Page = v.InferOutput<typeof Page>

export const Lesson = v.object({
  id: v.string(),
  courseId: v.string(),
  title: v.string(),
  language: Language,
  program: v.object({ alias: v.string() }),
  bytes: v.optional(LessonBytes),
  /** When its content last changed: epoch ms. Missing for lessons imported before this was stored. */
  changedAt: v.optional(v.number()),
})
export type Lesson = v.InferOutput<typeof Lesson>

const LessonId = v.object({ lessonId: v.pipe(v.string(), v.maxLength(200)) })

export const getLesson = endpoint({
  method: 'GET',
  path: '/disciple/v2/lessons/:lessonId',
  signedIn: true,
  params: LessonId,
  reply: v.object({ success: v.literal(true), data: v.object({ lesson: Lesson, pages: v.array(Page) }) }),
})

/** The longest answer, in UTF-16 units over all its texts. */
export const ANSWER_LIMIT = 20_000
/** The most texts in one answer. No page type asks for that many. */
export const ANSWER_PARTS = 100

const Answered = v.pipe(
  StoredAnswer,
  v.check(answer => [answer].flat().join('').length <= ANSWER_LIMIT, 'too long'),
  v.check(answer => [answer].flat().length <= ANSWER_PARTS, 'too many'),
)

export const PageLog = v.object({
  userId: v.string(),
  lessonId: v.optional(v.string()),
  pageId: v.pipe(v.string(), v.maxLength(200)),
  /** The number that the learner saw. `pageId` decides, because the lesson may be shorter now. */
  pageNumber: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999)),
  answer: v.optional(v.nullable(Answered)),
  /** The number of picks until the right answer. Missing if the page has no right answer, or from an earlier client. */
  tries: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** The first pick, if `answer` is another one. */
  firstAnswer: v.optional(Answered),
  /** `changedAt` of the lesson that the learner saw: it says which version of the course that was. */
  lessonChangedAt: v.optional(v.number()),
  /** The type that the learner saw. An import can have changed it since. */
  pageType: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Ignored: the server counts the pages. */
  totalPages: v.optional(v.unknown()),
  /** Epoch ms. The later of two answers wins, and an answer can be sent long after it was given. */
  answeredAt: v.optional(v.pipe(v.number(), v.minValue(0))),
})
export type PageLog = v.InferOutput<typeof PageLog>

/** Times are rounded to a quarter of an hour: enough to find the day in any time zone. */
export const STEP_SLOT_MS = 15 * 60 * 1000
/** Enough for seven calendar days in any time zone. */
export const STEPS_KEPT_MS = 8 * DAY

/** When the learner did something in the last days: epoch ms, earliest first. */
export const listSteps = endpoint({
  method: 'GET',
  path: '/disciple/v2/steps',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.array(v.number()) }),
})

/** With the same `Idempotency-Key` and body it stores once and replies the same. */
export const logPage = endpoint({
  method: 'POST',
  path: '/disciple/v2/lessons/:lessonId/log',
  signedIn: true,
  headers: ['Idempotency-Key'],
  params: LessonId,
  body: PageLog,
  reply: v.object({ success: v.literal(true), data: LessonData }),
})
