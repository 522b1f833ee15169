import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'
import { Language, LessonBytes } from './courses.ts'
import { media } from './pages/answer.ts'
import type { PageOptions } from './pages/index.ts'
import { LessonData, StoredAnswer } from './progress.ts'

export const Page = v.object({
  id: v.string(),
  /** One of contract/pages; a type this program does not know is shown as its text and a button. */
  type: v.string(),
  /** A style: 1 is the opening page of a lesson. The order of pages is the order of the list. */
  rank: v.optional(v.number()),
  /** Cleaned HTML. */
  textContent: v.optional(v.string()),
  buttonText: v.optional(v.string()),
  /** One sentence, shown after a miss. */
  hint: v.optional(v.string()),
  /** Each page type has its own and reads them by its own shape. */
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

/** The most that one answer may hold, in UTF-16 units over all its texts. */
export const ANSWER_LIMIT = 20_000
/** The most texts that one answer may be a list of; no type of page asks for as many. */
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
  /** As the learner saw it. The page id decides: the lesson may have become shorter since. */
  pageNumber: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999)),
  answer: v.optional(v.nullable(Answered)),
  /** Type of the page as the learner saw it: an import may have changed it since. */
  pageType: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Taken from the lesson, whatever is sent. */
  totalPages: v.optional(v.unknown()),
  /** When the person answered (epoch ms), where that was before sending: of two answers the later one stays. */
  answeredAt: v.optional(v.pipe(v.number(), v.minValue(0))),
})
export type PageLog = v.InferOutput<typeof PageLog>

/** Times of steps are told to the quarter of an hour: enough for the day of any time zone. */
export const STEP_SLOT_MS = 15 * 60 * 1000
/** Seven calendar days of a phone, wherever it is. */
export const STEPS_KEPT_MS = 8 * 24 * 60 * 60 * 1000

/** When the caller did something in the last days (epoch ms), the earliest first. */
export const listSteps = endpoint({
  method: 'GET',
  path: '/disciple/v2/steps',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.array(v.number()) }),
})

/** Honours `Idempotency-Key`: the same key and body is stored once and answered the same. */
export const logPage = endpoint({
  method: 'POST',
  path: '/disciple/v2/lessons/:lessonId/log',
  signedIn: true,
  params: LessonId,
  body: PageLog,
  reply: v.object({ success: v.literal(true), data: LessonData }),
})
