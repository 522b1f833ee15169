import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'
import { StoredCount } from '../calls/stored-numbers.ts'
import { FOR_AUTHORS } from '../team-roles.ts'
import { visibleText } from '../text/visible.ts'
import { CourseParams } from './courses.ts'
import { Author } from './edits.ts'

export const REASON_LIMIT = 300

const act = {
  method: 'POST',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Idempotency-Key'],
  params: CourseParams,
} as const
const read = { method: 'GET', signedIn: true, roles: FOR_AUTHORS, params: CourseParams } as const

const Reason = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(REASON_LIMIT)))
/** The newest version that the author has seen; null: none. */
const Seen = v.nullable(v.number())
const Made = v.object({
  success: v.literal(true),
  /** Null: nothing differs from the last version. */
  data: v.object({ version: v.nullable(v.number()) }),
})
const MadeOrAsked = v.object({
  success: v.literal(true),
  /** `isAsked`: nothing is published yet. A second person has to do that, and finds the request on their home. */
  data: v.object({ version: v.nullable(v.number()), isAsked: v.optional(v.literal(true)) }),
})

/**
 * Publishes the draft. If owners want a second person, it makes a request instead. Another author then publishes the
 * draft, as it is by then, with this call; but if this author wrote since the request, the call makes a new request.
 * Errors: `courses/has-mistakes` while there is a mistake, `courses/changed-meanwhile` if somebody else wrote or
 * published since the author looked. A published course does not go back to beta.
 */
export const publishCourse = endpoint({
  ...act,
  path: '/org/v1/courses/:id/publish',
  body: v.object({
    to: v.picklist(['beta', 'everybody']),
    revision: v.number(),
    version: Seen,
    /** A line about why, for the team. */
    reason: Reason,
  }),
  reply: MadeOrAsked,
})

export const PublishRequest = v.object({
  by: Author,
  isMine: v.boolean(),
  to: v.picklist(['beta', 'everybody']),
  reason: v.nullable(v.string()),
  askedAt: v.number(),
  /** The draft or the published version has changed since the request. `writers`: who of the team wrote since. */
  isChanged: v.boolean(),
  writers: v.array(v.string()),
  /** The reader has written since, so somebody else has to publish. */
  hasOwnEdits: v.boolean(),
  /** How the request ended. Only the author who asked gets it. */
  answer: v.nullable(
    v.object({
      outcome: v.picklist(['published', 'returned']),
      by: Author,
      at: v.number(),
      why: v.nullable(v.string()),
    }),
  ),
})
export type PublishRequest = v.InferOutput<typeof PublishRequest>

/** Whether a second person has to publish, and the open request for this course. */
export const getPublishRequest = endpoint({
  ...read,
  path: '/org/v1/courses/:id/request',
  reply: v.object({
    success: v.literal(true),
    data: v.object({ isNeeded: v.boolean(), request: v.nullable(PublishRequest) }),
  }),
})

/** Sends a request back with a reason, which the person who asked reads. Only somebody else can do this. */
export const sendBackRequest = endpoint({
  ...act,
  path: '/org/v1/courses/:id/request/sendBack',
  body: v.object({ why: visibleText(REASON_LIMIT) }),
  reply: v.object({ success: v.literal(true) }),
})

/** Ends a request: the person who asked takes it back, or has read the answer. */
export const closeRequest = endpoint({
  ...act,
  path: '/org/v1/courses/:id/request/close',
  reply: v.object({ success: v.literal(true) }),
})

/**
 * Withdraws a course: it is gone from the lists. People in the middle of it are told so, and may finish it if
 * `mayFinish` is true. Nothing that they did is lost: when the course is published again, they have it back.
 */
export const withdrawCourse = endpoint({
  ...act,
  path: '/org/v1/courses/:id/withdraw',
  body: v.object({ mayFinish: v.optional(v.boolean(), true) }),
  reply: v.object({ success: v.literal(true) }),
})

/** Makes a new version that equals an earlier one to the byte. */
export const rollBackCourse = endpoint({
  ...act,
  path: '/org/v1/courses/:id/rollBack',
  body: v.object({ to: StoredCount, version: Seen, reason: Reason }),
  reply: Made,
})

/** Deletes a course that was never published. `title` is its title, which the author typed to confirm. */
export const deleteCourse = endpoint({
  ...act,
  path: '/org/v1/courses/:id/delete',
  body: v.object({ title: v.string() }),
  reply: v.object({ success: v.literal(true) }),
})

/** Sets the order in which learners see the courses: all ids but those of drafts. */
export const orderCourses = endpoint({
  method: 'POST',
  path: '/org/v1/courseOrder',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Idempotency-Key'],
  body: v.object({ ids: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(1000)) }),
  reply: v.object({ success: v.literal(true) }),
})

export const CourseVersion = v.object({
  number: v.number(),
  madeAt: v.number(),
  kind: v.picklist(['import', 'publish', 'roll-back']),
  /** Null: the operator, by a command. */
  by: v.nullable(Author),
  reason: v.nullable(v.string()),
  /** The version that a roll-back went back to. */
  from: v.nullable(v.number()),
  lessonCount: v.number(),
  pageCount: v.number(),
  /** Its files are known: it can be compared by words, exported and gone back to. */
  hasFiles: v.boolean(),
})
export type CourseVersion = v.InferOutput<typeof CourseVersion>

/** The newest first. */
export const listVersions = endpoint({
  ...read,
  path: '/org/v1/courses/:id/versions',
  reply: v.object({ success: v.literal(true), data: v.array(CourseVersion) }),
})

/**
 * - `new-page`: people are past the place of a new page; they find it with the arrow back.
 * - `hidden`: answers are hidden, because their page is gone or asks something else. They stay stored.
 * - `carried-on`: a finished page was moved forward, and people go on after it.
 * - `again`: a lesson has another id, and people begin it from its first page.
 */
export const EffectKind = v.picklist(['new-page', 'hidden', 'carried-on', 'again'])
export type EffectKind = v.InferOutput<typeof EffectKind>

export const Effects = v.object({
  /** Everybody who ever began a lesson of the course. */
  people: v.number(),
  /** People who notice nothing, or only other words. */
  nothing: v.number(),
  /** A person can be in several of these. */
  kinds: v.array(v.object({ kind: EffectKind, people: v.number() })),
  details: v.array(
    v.object({
      kind: EffectKind,
      lessonId: v.string(),
      lessonTitle: v.string(),
      /** Null for a whole lesson. */
      pageId: v.nullable(v.string()),
      pageNumber: v.nullable(v.number()),
      people: v.number(),
    }),
  ),
})
export type Effects = v.InferOutput<typeof Effects>

/** How many learners a publish or a roll-back affects, and how. */
export const getEffects = endpoint({
  ...read,
  path: '/org/v1/courses/:id/effects',
  query: v.object({ version: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))) }),
  reply: v.object({ success: v.literal(true), data: Effects }),
})
