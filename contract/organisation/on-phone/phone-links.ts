import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { FOR_AUTHORS } from '../../team-roles.ts'
import { CourseParams } from '../courses.ts'
import { Draft } from '../drafts.ts'

const act = {
  method: 'POST',
  signedIn: true,
  roles: FOR_AUTHORS,
  headers: ['Idempotency-Key'],
  params: CourseParams,
} as const
const Token = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/** A link to the draft of a course that any phone can open for an hour, without signing in. */
export const makePhoneLink = endpoint({
  ...act,
  path: '/org/v1/courses/:id/phoneLinks',
  reply: v.object({ success: v.literal(true), data: v.object({ token: v.string(), expiresAt: v.number() }) }),
})

/** Ends all such links to the draft of a course at once, also those of other authors. */
export const endPhoneLinks = endpoint({
  ...act,
  path: '/org/v1/courses/:id/phoneLinks/end',
  reply: v.object({ success: v.literal(true) }),
})

/** The part of a draft that a link shows, without its authors. */
export const ShownDraft = v.pick(Draft, ['courseId', 'revision', 'course', 'lessons', 'files'])
export type ShownDraft = v.InferOutput<typeof ShownDraft>

/** The draft of a link. The token is in the body, because paths are logged. 404 if the link has ended or is unknown. */
export const showDraft = endpoint({
  method: 'POST',
  path: '/v1/sharedDraft',
  signedIn: false,
  body: v.object({
    token: Token,
    /** The revision that the phone has. */
    since: v.nullable(v.number()),
  }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      expiresAt: v.number(),
      /** Null: nothing was written since. */
      draft: v.nullable(ShownDraft),
    }),
  }),
})

/** A URL that plays a film of the draft of a link, for an hour at most. */
export const getSharedFilm = endpoint({
  method: 'POST',
  path: '/v1/sharedDraft/film',
  signedIn: false,
  body: v.object({ token: Token, digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
  reply: v.object({ success: v.literal(true), data: v.object({ url: v.string(), expiresAt: v.number() }) }),
})

/** A picture or sound of the draft of a link, by its digest. */
export const getSharedFile = endpoint({
  method: 'POST',
  path: '/v1/sharedDraft/file',
  signedIn: false,
  body: v.object({ token: Token, digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
  file: 'application/octet-stream',
  reply: v.unknown(),
})
