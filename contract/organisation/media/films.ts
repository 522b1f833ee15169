import * as v from 'valibot'
import { endpoint } from '../../calls/endpoint.ts'
import { Language } from '../../languages.ts'
import { FOR_AUTHORS } from '../../team-roles.ts'
import { CourseParams } from '../courses.ts'
import { UploadedFile } from './author-files.ts'

/** The limits of a film that an author uploads. */
export const MAX_FILM_BYTES = 1_000_000_000
export const MAX_FILM_SECONDS = 1800
/** A film is sent in small pieces: a broken connection loses little, also behind a proxy that buffers bodies. */
export const FILM_PIECE_BYTES = 2_000_000
/** How long the server keeps an incomplete film, counted from its last piece. */
export const FILM_UPLOAD_KEPT_DAYS = 7

const byAuthors = { signedIn: true, roles: FOR_AUTHORS } as const
const OfUpload = v.object({ uploadId: v.pipe(v.string(), v.uuid()) })
const OfFilm = v.object({ ...CourseParams.entries, digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })
const InLanguage = v.optional(Language)

/** A film on its way to the server. */
export const FilmUpload = v.object({
  id: v.string(),
  bytes: v.number(),
  /** The number of bytes that the server has. The next piece begins at this offset. */
  received: v.number(),
  /** Set when the film is complete. An edit `file` gives it a name in the course. */
  stored: v.nullable(UploadedFile),
})
export type FilmUpload = v.InferOutput<typeof FilmUpload>
const Upload = v.object({ success: v.literal(true), data: FilmUpload })

/**
 * Begins to send a film of at most 1 GB. `courses/no-room`: the free space of the server is less than twice the size of
 * the film. Without an `Idempotency-Key`, each lost reply would take the space of the whole film for a week.
 */
export const beginFilm = endpoint({
  ...byAuthors,
  method: 'POST',
  path: '/org/v1/courses/:id/films',
  headers: ['Idempotency-Key'],
  params: CourseParams,
  body: v.object({ bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_FILM_BYTES)) }),
  reply: Upload,
})

/** How far a film is. Only the author who began to send it finds it. */
export const getFilmUpload = endpoint({
  ...byAuthors,
  method: 'GET',
  path: '/org/v1/filmUploads/:uploadId',
  params: OfUpload,
  reply: Upload,
})

/**
 * Takes the next piece as the body (`Content-Type: application/octet-stream`, at most 2 MB). If the connection breaks,
 * the server keeps what has arrived. `courses/film-offset`: the server has another number of bytes (`getFilmUpload`).
 * After the last piece the server looks into the film. If it cannot be used, the error `courses/bad-file` says why, and
 * the film is deleted.
 */
export const sendFilmPiece = endpoint({
  ...byAuthors,
  method: 'PATCH',
  path: '/org/v1/filmUploads/:uploadId',
  params: OfUpload,
  query: v.object({
    offset: v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number)),
    language: InLanguage,
  }),
  reply: Upload,
})

/** Ends sending, and removes what has arrived. */
export const endFilmUpload = endpoint({
  ...byAuthors,
  method: 'POST',
  path: '/org/v1/filmUploads/:uploadId/end',
  headers: ['Idempotency-Key'],
  params: OfUpload,
  reply: v.object({ success: v.literal(true) }),
})

/**
 * - `read`: the film is read once, and its sound is made as loud as all others.
 * - `first`: the sound alone, and the first picture.
 * - `small`: for small phones, and for the data saver.
 * - `large`: for other phones.
 */
export const FILM_STEPS = ['read', 'first', 'small', 'large'] as const
export type FilmStep = (typeof FILM_STEPS)[number]

/** `as-it-came`: the film has no other sizes, because the server has no ffmpeg, or because nobody asked for them. */
export const FilmState = v.picklist(['waiting', 'making', 'made', 'failed', 'as-it-came'])
export type FilmState = v.InferOutput<typeof FilmState>

export const CourseFilm = v.object({
  /** As in the folder of the course: `media/pour.mp4`. */
  name: v.string(),
  digest: v.string(),
  bytes: v.number(),
  state: FilmState,
  /** From 0 to 1, for the steps that have begun. */
  steps: v.partial(v.object({ read: v.number(), first: v.number(), small: v.number(), large: v.number() })),
  /** The time until all sizes are made. Null: there is no estimate yet. */
  secondsLeft: v.nullable(v.number()),
  /** The length of the film. Null: the file was not read yet. */
  seconds: v.nullable(v.number()),
  hasSound: v.nullable(v.boolean()),
  /** What learners load, when it is made. */
  made: v.nullable(v.object({ usual: v.number(), saving: v.number() })),
  /** Why no sizes could be made, in the language that was asked for. */
  why: v.nullable(v.string()),
})
export type CourseFilm = v.InferOutput<typeof CourseFilm>

/** The films of a course as it is written now, and how far their sizes are. */
export const listCourseFilms = endpoint({
  ...byAuthors,
  method: 'GET',
  path: '/org/v1/courses/:id/films',
  params: CourseParams,
  query: v.object({ language: InLanguage }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({ canMake: v.boolean(), films: v.array(CourseFilm) }),
  }),
})

/** Makes the sizes of a film that has none, once more if it failed. */
export const makeFilmSizes = endpoint({
  ...byAuthors,
  method: 'POST',
  path: '/org/v1/courses/:id/films/:digest/make',
  headers: ['Idempotency-Key'],
  params: OfFilm,
  reply: v.object({ success: v.literal(true) }),
})

export const FilmUrl = v.object({ url: v.string(), expiresAt: v.number() })

/** A URL that plays a film of a draft as it came, for an hour. Players send no token. */
export const getFilmUrl = endpoint({
  ...byAuthors,
  method: 'GET',
  path: '/org/v1/courses/:id/films/:digest/url',
  params: OfFilm,
  reply: v.object({ success: v.literal(true), data: FilmUrl }),
})
