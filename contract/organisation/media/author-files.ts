import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { Language } from '../../languages.ts'
import { FOR_AUTHORS } from '../../team-roles.ts'
import { CourseParams } from '../courses.ts'

/** Limits of the files that authors upload. */
export const MAX_PICTURE_BYTES = 20_000_000
export const MAX_DRAWING_BYTES = 200_000
export const MAX_SOUND_BYTES = 120_000_000
export const MAX_SOUND_SECONDS = 600
export const MAX_CAPTIONS_BYTES = 500_000
/** In pixels. A larger picture costs learners more, and looks no better on a cheap phone. */
export const MAX_SIDE = 1080
/** The icon of a course is shown small, and loaded with the list of courses. */
export const ICON_SIDE = 192
export const MAX_ICON_BYTES = 20_000

/** The file that the server made of an author's file. An edit `file` gives it a name in the course. */
export const UploadedFile = v.object({
  /** The SHA-256 of what is stored. */
  digest: v.string(),
  bytes: v.number(),
})
export type UploadedFile = v.InferOutput<typeof UploadedFile>

const bring = {
  method: 'POST',
  signedIn: true,
  roles: FOR_AUTHORS,
  params: CourseParams,
  query: v.object({ language: v.optional(Language) }),
} as const

/**
 * Takes a picture as the body (`Content-Type: image/…`): jpg, png, webp or heic of at most 20 MB, or svg of at most 200
 * kB. A photo is turned upright and becomes a webp of at most 1080 pixels a side. Its metadata is removed, such as the
 * place where it was taken. The same picture is stored once. `courses/bad-file` says why a file is no picture. With
 * `use=icon` the middle of the picture becomes a square of at most 192 pixels, and an svg has at most 20 kB.
 */
export const uploadPicture = endpoint({
  ...bring,
  query: v.object({ ...bring.query.entries, use: v.optional(v.literal('icon')) }),
  path: '/org/v1/courses/:id/pictures',
  reply: v.object({ success: v.literal(true), data: UploadedFile }),
})

/**
 * Takes a sound as the body (`Content-Type: audio/…`): mp3, m4a, wav or ogg of at most ten minutes and 120 MB. It
 * becomes an mp3 of 56 kbit/s with one channel, as loud as all others (−16 LUFS). The error `courses/bad-file`
 * says why a sound cannot be used.
 */
export const uploadSound = endpoint({
  ...bring,
  path: '/org/v1/courses/:id/sounds',
  reply: v.object({ success: v.literal(true), data: UploadedFile }),
})

/**
 * Takes captions as the body: WebVTT of at most 500 kB. They stay as they are. `courses/bad-file` says why a file is no
 * WebVTT.
 */
export const uploadCaptions = endpoint({
  ...bring,
  path: '/org/v1/courses/:id/captions',
  reply: v.object({ success: v.literal(true), data: UploadedFile }),
})

/** A picture, a sound or captions that the draft or the published version of the course names, by its digest. */
export const getAuthorFile = endpoint({
  method: 'GET',
  signedIn: true,
  roles: FOR_AUTHORS,
  path: '/org/v1/courses/:id/files/:digest',
  params: v.object({ ...CourseParams.entries, digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
  file: 'application/octet-stream',
  reply: v.unknown(),
})

export const DraftCosts = v.object({
  /** Films by their names in the course, such as `media/pour.mp4`: bytes without and with the data saver. */
  films: v.array(v.object({ name: v.string(), usual: v.number(), saving: v.number() })),
  /** The bytes of the compressed text of the requested lesson; 0 if the request names none. */
  text: v.number(),
})
export type DraftCosts = v.InferOutput<typeof DraftCosts>

/** The bytes that learners would load for films and texts. The sizes of the draft's own files do not say them. */
export const getDraftCosts = endpoint({
  method: 'GET',
  signedIn: true,
  roles: FOR_AUTHORS,
  path: '/org/v1/courses/:id/draft/costs',
  params: CourseParams,
  query: v.object({ lesson: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))) }),
  reply: v.object({ success: v.literal(true), data: DraftCosts }),
})
