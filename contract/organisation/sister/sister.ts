import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { Language } from '../../languages.ts'
import { FOR_AUTHORS } from '../../team-roles.ts'
import { CourseParams } from '../courses.ts'
import { ItemKey } from '../edits.ts'

/** A page with the digest of its content. Another digest means that the content has changed. */
const page = { lesson: ItemKey, page: ItemKey, digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }

/** Two pages that somebody has compared. */
export const LookedAt = v.object({ ...page, twin: v.object(page) })
export type LookedAt = v.InferOutput<typeof LookedAt>

export const Sister = v.object({
  id: v.string(),
  title: v.string(),
  language: Language,
  /**
   * Pages of this course whose twin in the other course has changed since somebody compared the two, and pages that
   * nobody has compared. `twin` is null for a page that only this course has.
   */
  pages: v.array(v.object({ ...page, twin: v.nullable(v.object(page)) })),
  /** How many pages only the other course has. */
  onlyThere: v.number(),
})
export type Sister = v.InferOutput<typeof Sister>

/** The same course in the other language. Null without one. */
export const getSister = endpoint({
  method: 'GET',
  path: '/org/v1/courses/:id/sister',
  signedIn: true,
  roles: FOR_AUTHORS,
  params: CourseParams,
  reply: v.object({ success: v.literal(true), data: v.nullable(Sister) }),
})

const act = {
  method: 'POST',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Idempotency-Key'],
  params: CourseParams,
  reply: v.object({ success: v.literal(true) }),
} as const

/**
 * Makes two courses a pair, or ends a pair: each course names the other in its course.yaml. If one of them was paired
 * with a third course, that pair ends. Error: `courses/no-sister` for a course that is missing or in the same language.
 */
export const chooseSister = endpoint({
  ...act,
  path: '/org/v1/courses/:id/sister',
  body: v.object({ sister: v.nullable(v.pipe(v.string(), v.maxLength(64))) }),
})

/** Notes that somebody has compared these pages: each says the same as its twin, as long as the digests stay. */
export const markSisterSeen = endpoint({
  ...act,
  path: '/org/v1/courses/:id/sister/looked-at',
  body: v.object({ pages: v.pipe(v.array(LookedAt), v.maxLength(5000)) }),
})
