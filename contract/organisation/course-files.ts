import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { FOR_AUTHORS } from '../team-roles.ts'
import { CourseState, OfCourse } from './courses.ts'
import { Finding } from './drafts.ts'
import { Corrected, Outline } from './elsewhere.ts'

const read = { method: 'GET', signedIn: true, roles: FOR_AUTHORS } as const
const OfImport = v.object({ importId: v.pipe(v.string(), v.maxLength(64)) })
const Language = v.optional(v.picklist(['ar', 'en']))

/** The folder of a version as a zip: the files as their authors wrote them. The same version gives the same bytes. */
export const getVersionZip = endpoint({
  ...read,
  path: '/org/v1/courses/:id/versions/:number/zip',
  params: v.object({
    ...OfCourse.entries,
    number: v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)),
  }),
  file: 'application/zip',
  reply: v.unknown(),
})

/** The folder of a course as it is written now. */
export const getDraftZip = endpoint({
  ...read,
  path: '/org/v1/courses/:id/draft/zip',
  params: OfCourse,
  file: 'application/zip',
  reply: v.unknown(),
})

/** A part of a text: in both, only in the second (`+`), or only in the first (`-`). */
export const TextPart = v.object({ sign: v.picklist(['=', '+', '-']), text: v.string() })
export type TextPart = v.InferOutput<typeof TextPart>

const Field = v.object({
  /** Below the page, lesson or course, by keys: `['options', 'answers', 'tap', 'feedback']`. */
  path: v.array(v.string()),
  /** Of something in a list: its place from 1, in the second version; of something removed in the first. */
  item: v.optional(v.number()),
  /** Of a text. */
  parts: v.optional(v.array(TextPart)),
  /** Of everything else; missing: there was none, or is none. */
  before: v.optional(v.unknown()),
  after: v.optional(v.unknown()),
})

export const Difference = v.object({
  what: v.picklist(['course', 'lesson', 'page']),
  kind: v.picklist(['added', 'removed', 'moved', 'changed']),
  lessonId: v.nullable(v.string()),
  lessonTitle: v.nullable(v.string()),
  pageId: v.nullable(v.string()),
  /** From 1, in the second version; of something removed in the first. */
  number: v.nullable(v.number()),
  /** Of a page that was put in or taken out. */
  title: v.nullable(v.string()),
  fields: v.array(Field),
})
export type Difference = v.InferOutput<typeof Difference>

const FileOf = v.nullable(v.object({ digest: v.string(), bytes: v.number() }))

export const Compared = v.object({
  pages: v.number(),
  differences: v.array(Difference),
  files: v.array(v.object({ name: v.string(), before: FileOf, after: FileOf })),
})
export type Compared = v.InferOutput<typeof Compared>

/** What was found in an uploaded folder. Nothing has changed yet. */
export const CourseImport = v.object({
  id: v.string(),
  /** Null if course.yaml does not say it. */
  courseId: v.nullable(v.string()),
  title: v.string(),
  lessonCount: v.number(),
  pageCount: v.number(),
  bytes: v.number(),
  /** Of the course that has this id already; null: it is a new one. */
  state: v.nullable(CourseState),
  /** The course has a draft, which this one would replace. */
  hasDraft: v.boolean(),
  /** Nothing differs from what is written here already. */
  isSame: v.boolean(),
  /** From the version that learners have to this folder; null: there is none. */
  changes: v.nullable(Compared),
  findings: v.array(Finding),
  /** Of a file of another program. */
  outline: v.optional(Outline),
})
export type CourseImport = v.InferOutput<typeof CourseImport>

/**
 * Takes the zip of a course folder as the body (`Content-Type: application/zip`), at most 500 MB, and keeps it for a
 * day. Or a file of another program, by its name: Markdown, Word (.docx), H5P, Moodle's GIFT or XML, or a web page; the
 * reply then has the outline of what it becomes. `courses/bad-file` says why a file is none.
 */
export const uploadCourse = endpoint({
  method: 'POST',
  signedIn: true,
  roles: FOR_AUTHORS,
  path: '/org/v1/imports',
  query: v.object({ language: Language, name: v.optional(v.pipe(v.string(), v.maxLength(300))) }),
  reply: v.object({ success: v.literal(true), data: CourseImport }),
})

/**
 * Writes the word that a message suggests in the place of the one that stands at that place of an upload, and checks it
 * once more. Nothing else of the file changes.
 */
export const mendImport = endpoint({
  method: 'POST',
  signedIn: true,
  roles: FOR_AUTHORS,
  path: '/org/v1/imports/:importId/mend',
  params: OfImport,
  query: v.object({ language: Language }),
  body: v.object({
    file: v.pipe(v.string(), v.maxLength(110)),
    line: v.pipe(v.number(), v.integer(), v.minValue(1)),
    column: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  reply: v.object({ success: v.literal(true), data: CourseImport }),
})

/**
 * Opens an uploaded folder as the draft of its course, with its mistakes. Learners get it when the draft is published.
 * `asNew`: as a course of its own, with ids that the system makes. So is one with an `outline`, which says what of a file
 * of another program is wanted, and how.
 */
export const takeImport = endpoint({
  method: 'POST',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Idempotency-Key'],
  path: '/org/v1/imports/:importId/take',
  params: OfImport,
  body: v.object({
    asNew: v.optional(v.boolean(), false),
    replaces: v.optional(v.boolean(), false),
    outline: v.optional(Corrected),
  }),
  reply: v.object({ success: v.literal(true), data: v.object({ courseId: v.string() }) }),
})

const Side = v.pipe(v.string(), v.regex(/^(?:draft|\d{1,6})$/))

/** What differs between two versions, or a version and `draft`: pages by their ids, texts by their words. */
export const compareCourse = endpoint({
  ...read,
  path: '/org/v1/courses/:id/compare',
  params: OfCourse,
  query: v.object({ a: Side, b: Side }),
  reply: v.object({ success: v.literal(true), data: Compared }),
})

/** A picture of a version or of `draft`, as its authors gave it: to be seen beside that of another version. */
export const getCoursePicture = endpoint({
  ...read,
  path: '/org/v1/courses/:id/picture',
  params: OfCourse,
  query: v.object({ of: Side, name: v.pipe(v.string(), v.maxLength(110)) }),
  file: 'application/octet-stream',
  reply: v.unknown(),
})
