import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { Language } from '../languages.ts'
import { FOR_AUTHORS } from '../team-roles.ts'
import { CourseState, OfCourse } from './courses.ts'

/** The most edits in one request, and of one person in an hour. */
export const EDITS_AT_ONCE = 200
export const EDITS_PER_HOUR = 5000
/** How long edits, and the texts that lost in a conflict, can be looked at. */
export const EDITS_KEPT_DAYS = 30

/**
 * The key of a lesson, page, answer or blank: its `id`, or `#` and its place from 0 if it has no id or one that is
 * there twice.
 */
const Key = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/**
 * Where a value stands: `['course', 'title']`, `['lessons', lesson, 'title']`, `['lessons', lesson, 'pages', page,
 * 'textContent']`, `['lessons', lesson, 'pages', page, 'options', 'answers', answer, 'text']`. A list of texts is one
 * value. A list of groups with ids is addressed by keys.
 */
export const DraftPath = v.pipe(v.array(Key), v.minLength(1), v.maxLength(12))
export type DraftPath = v.InferOutput<typeof DraftPath>

/** A value as the file has it. A missing one means that there is no such field. */
const Value = v.optional(v.unknown())

const set = v.object({
  op: v.literal('set'),
  path: DraftPath,
  /** The value that the author saw. If there is another one now, both are kept as a conflict. */
  from: Value,
  to: Value,
})

/** `path` is that of a list: `['lessons']`, or one that ends in `pages`, `answers` or `blanks`. */
const insert = v.object({
  op: v.literal('insert'),
  path: DraftPath,
  /** The new item. Its `id` is new in that list. */
  value: v.record(v.string(), v.unknown()),
  /** The key before it; null: at the beginning. */
  after: v.nullable(Key),
})

/** `path` is that of a lesson, page, answer or blank. */
const remove = v.object({ op: v.literal('remove'), path: DraftPath })

const move = v.object({
  op: v.literal('move'),
  path: DraftPath,
  /** Another list, such as the pages of another lesson. */
  to: v.optional(DraftPath),
  after: v.nullable(Key),
})

/** Restores what an edit removed, with its comments. */
const restore = v.object({ op: v.literal('restore'), edit: v.string() })

/** Names an uploaded file, or takes one out of the course: `media/water.mp3`, `icon.svg`. */
const file = v.object({
  op: v.literal('file'),
  name: v.pipe(v.string(), v.maxLength(110)),
  /** The SHA-256 of an uploaded file; null: none. */
  to: v.nullable(v.string()),
})

/** Replaces the whole text of a file, for one that cannot be read. */
const text = v.object({
  op: v.literal('text'),
  name: v.pipe(v.string(), v.maxLength(110)),
  /** The digest of the text that the author saw. */
  from: v.string(),
  to: v.pipe(v.string(), v.maxLength(1_000_000)),
})

export const Change = v.variant('op', [set, insert, remove, move, restore, file, text])
export type Change = v.InferOutput<typeof Change>

export const Edit = v.object({
  /** Made by the browser. An edit with an id that is known already does nothing. */
  id: v.pipe(v.string(), v.minLength(8), v.maxLength(64)),
  /** When it was written (epoch ms). It can be sent much later. */
  at: v.pipe(v.number(), v.minValue(0)),
  change: Change,
})
export type Edit = v.InferOutput<typeof Edit>

/** The author of an edit. `uid` is null for somebody who is no longer in the team. */
export const Author = v.object({ uid: v.nullable(v.string()), name: v.nullable(v.string()) })
export type Author = v.InferOutput<typeof Author>

/** An edit that stands in the draft. */
export const AppliedEdit = v.object({
  revision: v.number(),
  id: v.string(),
  by: Author,
  at: v.number(),
  change: Change,
})
export type AppliedEdit = v.InferOutput<typeof AppliedEdit>

/**
 * - `done`: it stands in the draft.
 * - `conflict`: somebody else changed that value. Theirs stands, this one is kept in `conflicts`.
 * - `restored`: it changed something that was removed. That is there again, with the change.
 * - `kept`: it removed something that somebody else changed meanwhile. That stays.
 * - `refused`: it cannot be done; `reason` says why.
 */
export const Outcome = v.picklist(['done', 'conflict', 'restored', 'kept', 'refused'])
export type Outcome = v.InferOutput<typeof Outcome>

/**
 * - `gone`: there is no such lesson, page or answer, and never was.
 * - `id-taken`: another one in that list has this id.
 * - `unreadable`: the file has to be mended first.
 * - `too-large`: a limit of the format, such as 500 pages.
 * - `no-such-file`: nothing was uploaded with this digest.
 * - `not-allowed`: this path or name cannot be changed this way.
 */
export const RefusedBecause = v.picklist(['gone', 'id-taken', 'unreadable', 'too-large', 'no-such-file', 'not-allowed'])
export type RefusedBecause = v.InferOutput<typeof RefusedBecause>

export const EditResult = v.object({
  id: v.string(),
  outcome: Outcome,
  reason: v.optional(RefusedBecause),
  conflictId: v.optional(v.string()),
})
export type EditResult = v.InferOutput<typeof EditResult>

export const Conflict = v.object({
  id: v.string(),
  path: DraftPath,
  /** What stands in the draft, and who wrote it. */
  stands: v.object({ value: Value, by: v.nullable(Author) }),
  other: v.object({ value: Value, by: Author, at: v.number() }),
  /** Null: nobody has chosen yet. */
  settledAt: v.nullable(v.number()),
})
export type Conflict = v.InferOutput<typeof Conflict>

/** Something to mend, at its field. */
export const Finding = v.object({
  /** A mistake stands in the way of publishing, a warning does not. */
  isMistake: v.boolean(),
  file: v.string(),
  line: v.number(),
  column: v.number(),
  /** The line itself. */
  source: v.string(),
  /** Undefined for something that has no field, such as a missing file. */
  path: v.optional(DraftPath),
  /** The lesson by its title, and the page by its number from 1. */
  at: v.optional(v.object({ lesson: v.string(), page: v.optional(v.number()) })),
  /** In the language that was asked for. */
  message: v.string(),
  /** The field in the words of its form. Undefined for what no form has. */
  field: v.optional(v.string()),
  /** The name of a field or value that was probably meant. */
  suggestion: v.optional(v.string()),
  /** The same in the words of the form. */
  suggestedField: v.optional(v.string()),
})
export type Finding = v.InferOutput<typeof Finding>

export const DraftPage = v.object({ key: Key, fields: v.record(v.string(), v.unknown()) })
export type DraftPage = v.InferOutput<typeof DraftPage>

export const DraftLesson = v.object({
  key: Key,
  /** `lessons/01-begin.yaml` */
  file: v.string(),
  /** Without `pages`. */
  fields: v.record(v.string(), v.unknown()),
  pages: v.array(DraftPage),
  /** For a file that is not valid YAML: its text and the digest of that. It must not be shown as empty. */
  unreadable: v.optional(v.object({ text: v.string(), digest: v.string() })),
})
export type DraftLesson = v.InferOutput<typeof DraftLesson>

export const DraftFile = v.object({ name: v.string(), digest: v.string(), bytes: v.number() })
export type DraftFile = v.InferOutput<typeof DraftFile>

/** Who has the draft open, and at which page. */
export const AtWork = v.object({ by: Author, lesson: v.nullable(v.string()), page: v.nullable(v.string()) })
export type AtWork = v.InferOutput<typeof AtWork>

export const Draft = v.object({
  courseId: v.string(),
  state: CourseState,
  /** Counts the edits. */
  revision: v.number(),
  /** The version from which the draft began; null for a course that was never published. */
  baseVersion: v.nullable(v.number()),
  /** Nothing differs from that version. */
  isUnchanged: v.boolean(),
  /** The fields of course.yaml. */
  course: v.record(v.string(), v.unknown()),
  unreadable: v.optional(v.object({ text: v.string(), digest: v.string() })),
  lessons: v.array(DraftLesson),
  /** Sounds, films, pictures, captions and the icon. */
  files: v.array(DraftFile),
  conflicts: v.array(Conflict),
  atWork: v.array(AtWork),
})
export type Draft = v.InferOutput<typeof Draft>

/** The course as it is written now. Without a draft it is the published version, and the first edit begins a draft. */
export const getDraft = endpoint({
  method: 'GET',
  path: '/org/v1/courses/:id/draft',
  signedIn: true,
  roles: FOR_AUTHORS,
  params: OfCourse,
  reply: v.object({ success: v.literal(true), data: Draft }),
})

/** One of its YAML files as it is written, for what no form can show. */
export const getDraftText = endpoint({
  method: 'GET',
  path: '/org/v1/courses/:id/draft/text',
  signedIn: true,
  roles: FOR_AUTHORS,
  params: OfCourse,
  query: v.object({ name: v.pipe(v.string(), v.maxLength(110)) }),
  reply: v.object({ success: v.literal(true), data: v.object({ text: v.string(), digest: v.string() }) }),
})

/**
 * Applies edits in their order, each by itself. The reply has the edits of others after `since`, so that both authors
 * see the same draft. `isOutdated`: these edits are no longer stored; load the whole draft.
 */
export const editDraft = endpoint({
  method: 'POST',
  path: '/org/v1/courses/:id/edits',
  signedIn: true,
  roles: FOR_AUTHORS,
  params: OfCourse,
  body: v.object({
    /** The revision that the author saw. */
    since: v.pipe(v.number(), v.integer(), v.minValue(0)),
    edits: v.pipe(v.array(Edit), v.minLength(1), v.maxLength(EDITS_AT_ONCE)),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      revision: v.number(),
      results: v.array(EditResult),
      others: v.array(AppliedEdit),
      isOutdated: v.boolean(),
    }),
  }),
})

const Since = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))

/**
 * What happened since a revision. With `Prefer: wait=20` it replies as soon as there is something, or after so many
 * seconds. `lesson` and `page` tell the others where this author is.
 */
export const draftChanges = endpoint({
  method: 'GET',
  path: '/org/v1/courses/:id/draft/changes',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Prefer'],
  params: OfCourse,
  query: v.object({
    since: Since,
    lesson: v.optional(Key),
    page: v.optional(Key),
    /** The `state` that the client has; empty if it has none yet. Another one ends the long poll at once. */
    state: v.optional(v.pipe(v.string(), v.maxLength(64))),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      revision: v.number(),
      edits: v.array(AppliedEdit),
      isOutdated: v.boolean(),
      conflicts: v.array(Conflict),
      atWork: v.array(AtWork),
      /** A hash of `conflicts` and `atWork`: another one means that they changed. */
      state: v.string(),
    }),
  }),
})

/** Ends a conflict: keeps the present value, or takes the other one. For a third value, set it and then keep it. */
export const settleConflict = endpoint({
  method: 'POST',
  path: '/org/v1/courses/:id/conflicts/:conflictId/settle',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Idempotency-Key'],
  params: v.object({ ...OfCourse.entries, conflictId: v.string() }),
  body: v.object({ keep: v.picklist(['stands', 'other']) }),
  reply: v.object({ success: v.literal(true), data: v.object({ revision: v.number() }) }),
})

/** All mistakes and warnings, by the rules and sentences of the import. */
export const checkDraft = endpoint({
  method: 'GET',
  path: '/org/v1/courses/:id/draft/check',
  signedIn: true,
  roles: FOR_AUTHORS,
  params: OfCourse,
  query: v.object({ language: v.optional(Language) }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({ revision: v.number(), findings: v.array(Finding) }),
  }),
})

/** Deletes a draft. A course that was never published is deleted with it. */
export const discardDraft = endpoint({
  method: 'POST',
  path: '/org/v1/courses/:id/draft/discard',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Idempotency-Key'],
  params: OfCourse,
  body: v.object({ revision: v.number() }),
  reply: v.object({ success: v.literal(true) }),
})
