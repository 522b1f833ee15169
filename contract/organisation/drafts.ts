import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { StoredCount } from '../calls/stored-numbers.ts'
import { FOR_AUTHORS } from '../team-roles.ts'
import { CourseParams, CourseState } from './courses.ts'
import { AppliedEdit, Author, Conflict, EDITS_AT_ONCE, Edit, EditResult, ItemKey } from './edits.ts'

export const DraftPage = v.object({ key: ItemKey, fields: v.record(v.string(), v.unknown()) })
export type DraftPage = v.InferOutput<typeof DraftPage>

export const DraftLesson = v.object({
  key: ItemKey,
  /** The path in the folder of the course: `lessons/01-begin.yaml`. */
  file: v.string(),
  /** All fields of the file but `pages`. */
  fields: v.record(v.string(), v.unknown()),
  pages: v.array(DraftPage),
  /** For a file that is not valid YAML: its text, and the digest of the text. The lesson must not be shown as empty. */
  unreadable: v.optional(v.object({ text: v.string(), digest: v.string() })),
})
export type DraftLesson = v.InferOutput<typeof DraftLesson>

export const DraftFile = v.object({ name: v.string(), digest: v.string(), bytes: v.number() })
export type DraftFile = v.InferOutput<typeof DraftFile>

/** Who has the draft open, and at which page. */
export const AtWork = v.object({ by: Author, lesson: v.nullable(v.string()), page: v.nullable(v.string()) })
export type AtWork = v.InferOutput<typeof AtWork>

/** A draft that was discarded, or replaced by a file or by an earlier draft. `importAsDraft` takes it back. */
export const SetAside = v.object({
  importId: v.string(),
  because: v.picklist(['discarded', 'replaced', 'taken-back']),
  by: Author,
  until: v.number(),
})
export type SetAside = v.InferOutput<typeof SetAside>

export const Draft = v.object({
  courseId: v.string(),
  state: CourseState,
  /** Only beta users see it, or saw it before it was withdrawn. */
  isBeta: v.optional(v.literal(true)),
  /** Counts the edits. */
  revision: v.number(),
  /** The version from which the draft began; null for a course that was never published. */
  baseVersion: v.nullable(v.number()),
  /** The newest version. It differs from `baseVersion` if somebody published or went back since the draft began. */
  version: v.nullable(v.number()),
  /** There is no draft, or it does not differ from the newest version. */
  isUnchanged: v.boolean(),
  /** The fields of course.yaml. */
  course: v.record(v.string(), v.unknown()),
  unreadable: v.optional(v.object({ text: v.string(), digest: v.string() })),
  lessons: v.array(DraftLesson),
  /** Sounds, films, pictures, captions and the icon. */
  files: v.array(DraftFile),
  conflicts: v.array(Conflict),
  atWork: v.array(AtWork),
  /** The draft that was here before, for as long as it can be taken back. */
  setAside: v.optional(SetAside),
})
export type Draft = v.InferOutput<typeof Draft>

/** The course as it is written now. Without a draft it is the published version, and the first edit begins a draft. */
export const getDraft = endpoint({
  method: 'GET',
  path: '/org/v1/courses/:id/draft',
  signedIn: true,
  roles: FOR_AUTHORS,
  params: CourseParams,
  reply: v.object({ success: v.literal(true), data: Draft }),
})

/** One YAML file of the course as it is written now, for what no form can show. */
export const getDraftText = endpoint({
  method: 'GET',
  path: '/org/v1/courses/:id/draft/text',
  signedIn: true,
  roles: FOR_AUTHORS,
  params: CourseParams,
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
  params: CourseParams,
  body: v.object({
    /** The revision that the author saw. */
    since: StoredCount,
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
export const listDraftChanges = endpoint({
  method: 'GET',
  path: '/org/v1/courses/:id/draft/changes',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Prefer'],
  params: CourseParams,
  query: v.object({
    since: Since,
    lesson: v.optional(ItemKey),
    page: v.optional(ItemKey),
    /** The `state` that the client has; empty if it has none yet. If the state differs, the server replies at once. */
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
      /** A hash of `conflicts` and `atWork`. It changes when they change. */
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
  params: v.object({ ...CourseParams.entries, conflictId: v.string() }),
  body: v.object({ keep: v.picklist(['stands', 'other']) }),
  reply: v.object({ success: v.literal(true), data: v.object({ revision: v.number() }) }),
})

/**
 * Sets a draft aside, so that `importAsDraft` can take it back (`SetAside`). A course that was never published is gone
 * with its draft.
 */
export const discardDraft = endpoint({
  method: 'POST',
  path: '/org/v1/courses/:id/draft/discard',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Idempotency-Key'],
  params: CourseParams,
  body: v.object({ revision: v.number() }),
  reply: v.object({ success: v.literal(true) }),
})
