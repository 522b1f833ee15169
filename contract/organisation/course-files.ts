import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { Language } from '../languages.ts'
import { FOR_AUTHORS } from '../team-roles.ts'
import { Finding } from './checking/findings.ts'
import { CourseParams, CourseState } from './courses.ts'
import { Corrected, Outline } from './other-programs.ts'

const read = { method: 'GET', signedIn: true, roles: FOR_AUTHORS } as const
const OfImport = v.object({ importId: v.pipe(v.string(), v.maxLength(64)) })
const InLanguage = v.optional(Language)

/** The folder of a version as a zip: the files as their authors wrote them. The same version gives the same bytes. */
export const getVersionZip = endpoint({
  ...read,
  path: '/org/v1/courses/:id/versions/:number/zip',
  params: v.object({
    ...CourseParams.entries,
    number: v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)),
  }),
  file: 'application/zip',
  reply: v.unknown(),
})

/** The folder of a course as it is written now. */
export const getDraftZip = endpoint({
  ...read,
  path: '/org/v1/courses/:id/draft/zip',
  params: CourseParams,
  file: 'application/zip',
  reply: v.unknown(),
})

/** A part of a text: in both versions (`=`), only in the second (`+`), or only in the first (`-`). */
export const TextPart = v.object({ sign: v.picklist(['=', '+', '-']), text: v.string() })
export type TextPart = v.InferOutput<typeof TextPart>

const Field = v.object({
  /** Keys from the page, lesson or course to the field: `['options', 'answers', 'tap', 'feedback']`. */
  path: v.array(v.string()),
  /** The place in a list, from 1, in the second version; in the first version if the item was removed. */
  item: v.optional(v.number()),
  /** The parts of a changed text. */
  parts: v.optional(v.array(TextPart)),
  /** The values of any other field. `before` is missing if the field is new, `after` if it was removed. */
  before: v.optional(v.unknown()),
  after: v.optional(v.unknown()),
})

export const Difference = v.object({
  what: v.picklist(['course', 'lesson', 'page']),
  kind: v.picklist(['added', 'removed', 'moved', 'changed']),
  lessonId: v.nullable(v.string()),
  lessonTitle: v.nullable(v.string()),
  pageId: v.nullable(v.string()),
  /** The page number in the second version, from 1; in the first version if the page was removed. */
  number: v.nullable(v.number()),
  /** The title of a page that was added or removed. */
  title: v.nullable(v.string()),
  fields: v.array(Field),
})
export type Difference = v.InferOutput<typeof Difference>

const FileOf = v.nullable(v.object({ digest: v.string(), bytes: v.number() }))

export const Comparison = v.object({
  pages: v.number(),
  differences: v.array(Difference),
  files: v.array(v.object({ name: v.string(), before: FileOf, after: FileOf })),
})
export type Comparison = v.InferOutput<typeof Comparison>

/** What was found in an uploaded folder. Nothing has changed yet. */
export const CourseImport = v.object({
  id: v.string(),
  /** Null if course.yaml does not say it. */
  courseId: v.nullable(v.string()),
  title: v.string(),
  lessonCount: v.number(),
  pageCount: v.number(),
  bytes: v.number(),
  /** The state of the course that has this id already; null for a new course. */
  state: v.nullable(CourseState),
  /** The course has a draft, which the upload would replace. */
  hasDraft: v.boolean(),
  /** The folder equals the present draft or version. */
  isSame: v.boolean(),
  /** Changes from the version that learners have to this folder; null if learners have none. */
  changes: v.nullable(Comparison),
  findings: v.array(Finding),
  /** The outline of a file of another program. */
  outline: v.optional(Outline),
  /** How many files of a zip are no part of the course, and some of their names. Only in the reply to the upload. */
  leftOut: v.optional(v.object({ count: v.number(), names: v.array(v.string()) })),
})
export type CourseImport = v.InferOutput<typeof CourseImport>

/**
 * Uploads the zip of a course folder (`Content-Type: application/zip`, at most 500 MB), or a file of another program:
 * Markdown, Word (.docx), H5P, Moodle's GIFT or XML, or a web page. The name of the file decides, and the reply then
 * has an outline. The upload is kept for a day. `courses/bad-file` says why a file cannot be read.
 */
export const uploadCourse = endpoint({
  method: 'POST',
  signedIn: true,
  roles: FOR_AUTHORS,
  path: '/org/v1/imports',
  query: v.object({ language: InLanguage, name: v.optional(v.pipe(v.string(), v.maxLength(300))) }),
  reply: v.object({ success: v.literal(true), data: CourseImport }),
})

/** Replaces the wrong word at one place of an upload by the suggested one, and checks the upload again. */
export const fixImport = endpoint({
  method: 'POST',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Idempotency-Key'],
  path: '/org/v1/imports/:importId/mend',
  params: OfImport,
  query: v.object({ language: InLanguage }),
  body: v.object({
    file: v.pipe(v.string(), v.maxLength(110)),
    line: v.pipe(v.number(), v.integer(), v.minValue(1)),
    column: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  reply: v.object({ success: v.literal(true), data: CourseImport }),
})

/**
 * Makes an uploaded folder the draft of its course, with its mistakes. `asNew` makes a course of its own, with new ids;
 * so does `outline`, which says which pages of a file of another program are wanted, and as which types. `replaces`
 * allows the folder to replace a draft. The former draft becomes an upload with the id `replaced`. To undo the
 * replacement, take this upload within a day.
 */
export const importAsDraft = endpoint({
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
  reply: v.object({
    success: v.literal(true),
    data: v.object({ courseId: v.string(), replaced: v.nullable(v.string()) }),
  }),
})

const Side = v.pipe(v.string(), v.regex(/^(?:draft|\d{1,6})$/))

/** Compares two versions, or a version with `draft`: pages by their ids, texts by their words. */
export const compareCourse = endpoint({
  ...read,
  path: '/org/v1/courses/:id/compare',
  params: CourseParams,
  query: v.object({ a: Side, b: Side }),
  reply: v.object({ success: v.literal(true), data: Comparison }),
})

/** Whether a file of a course is a picture, which is shown where two versions are compared. */
export function isPictureName(name: string): boolean {
  return /\.(?:png|jpe?g|webp|gif|svg)$/i.test(name)
}

/** A picture of a version or of `draft`, as its authors gave it. */
export const getCoursePicture = endpoint({
  ...read,
  path: '/org/v1/courses/:id/picture',
  params: CourseParams,
  query: v.object({ of: Side, name: v.pipe(v.string(), v.maxLength(110)) }),
  file: 'application/octet-stream',
  reply: v.unknown(),
})
