import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { Language } from '../languages.ts'
import { FOR_AUTHORS } from '../team-roles.ts'
import { visibleText } from '../text/visible.ts'

/** The letters of a title, of a course or a lesson. */
export const MAX_TITLE = 200

/** `draft`: never published. `beta`: only beta users see it. */
export const CourseState = v.picklist(['draft', 'beta', 'published', 'withdrawn'])
export type CourseState = v.InferOutput<typeof CourseState>

/** The params of calls about one course. */
export const CourseParams = v.object({ id: v.pipe(v.string(), v.maxLength(64)) })

export const OrgCourse = v.object({
  id: v.string(),
  title: v.string(),
  language: Language,
  /** A colour, or empty for the default grey. */
  note: v.string(),
  /**
   * The icon as learners see it: a drawing, or a picture's name. Both are empty for a course that was never published.
   */
  svg: v.string(),
  image: v.string(),
  state: CourseState,
  lessonCount: v.number(),
  pageCount: v.number(),
  /** Bytes to load the whole course. Null until it was published. */
  bytes: v.nullable(v.number()),
  /** The version that learners have. Null until it was published. */
  version: v.nullable(v.number()),
  versionMadeAt: v.nullable(v.number()),
  /** Learners who began a lesson of the course and have not completed all of its lessons. */
  inItNow: v.number(),
  completed: v.number(),
  /** The draft, if it differs from the published version. */
  draft: v.nullable(
    v.object({
      revision: v.number(),
      changedAt: v.number(),
      changedPages: v.number(),
      mistakes: v.number(),
    }),
  ),
  /** Its files are known, so it can be written here and exported. An older import has to be repeated first. */
  hasFiles: v.boolean(),
})
export type OrgCourse = v.InferOutput<typeof OrgCourse>

/** In the order in which learners see them; drafts come last. */
export const listOrgCourses = endpoint({
  method: 'GET',
  path: '/org/v1/courses',
  signedIn: true,
  roles: FOR_AUTHORS,
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      courses: v.array(OrgCourse),
      /** How many people see courses that are in beta. */
      betaPeople: v.number(),
    }),
  }),
})

/** Makes a draft with one empty lesson, or a copy of another course. Its id is made of the title. */
export const createCourse = endpoint({
  method: 'POST',
  path: '/org/v1/courses',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Idempotency-Key'],
  body: v.object({
    title: visibleText(MAX_TITLE),
    language: Language,
    /** The course to copy, as it is written now. */
    copyOf: v.optional(v.string()),
    /** Or the id of a course that comes with the app (`listSamples`). */
    sample: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  reply: v.object({ success: v.literal(true), data: v.object({ id: v.string() }) }),
})

/**
 * How many learners chose each answer of a published page, at any time. The rules of the reports hold: nothing about
 * fewer than ten people. Authors read it before they change or delete an answer.
 */
export const getChoiceCounts = endpoint({
  method: 'GET',
  path: '/org/v1/courses/:id/chosen',
  signedIn: true,
  roles: FOR_AUTHORS,
  params: CourseParams,
  query: v.object({ lesson: v.pipe(v.string(), v.maxLength(200)), page: v.pipe(v.string(), v.maxLength(200)) }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      /** People who answered the page. */
      given: v.number(),
      /** Whether choices are counted: only from ten people on. */
      isCounted: v.boolean(),
      /**
       * The answers that learners have now. `count` is rounded to five; null: fewer than five, none, or not counted.
       */
      answers: v.array(v.object({ id: v.string(), text: v.string(), count: v.nullable(v.number()) })),
    }),
  }),
})

/** The courses that come with the app, to begin with a copy of one. */
export const listSamples = endpoint({
  method: 'GET',
  path: '/org/v1/samples',
  signedIn: true,
  roles: FOR_AUTHORS,
  reply: v.object({
    success: v.literal(true),
    data: v.array(v.object({ id: v.string(), title: v.string(), language: Language })),
  }),
})
