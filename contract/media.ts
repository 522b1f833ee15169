import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'

/** One path segment without escaping. No other name becomes a URL. */
export const MEDIA_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/** URL of a media file; undefined for a name that is not one. */
export function mediaUrl(base: string, name: string | undefined): string | undefined {
  return name && MEDIA_NAME.test(name) ? `${base}/${name}` : undefined
}

const MEDIA_TYPES: Record<string, string> = {
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  m4a: 'audio/mp4',
  vtt: 'text/vtt; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
}

/** The type of a media file by the ending of its name; undefined if it is no media file. */
export function mediaType(name: string): string | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(MEDIA_TYPES, ending) ? MEDIA_TYPES[ending] : undefined
}

export function isSound(name: string): boolean {
  return name.toLowerCase().endsWith('.mp3')
}

/** A stored answer with this prefix may name a recording; a typed text may begin like this, too. */
export const RECORDED = 'audio:'

/** 120 seconds at 160 kbit/s are 2.4 MB. */
export const RECORDING_LIMIT_BYTES = 3 * 1024 * 1024

/** The recorder stops at 120 seconds. The rest is a tolerance for phones whose clock or encoder is late. */
export const RECORDING_LIMIT_MS = 130_000

/** See `recordingName`. The second of two within a minute ends in -2. */
export const RECORDING_NAME = /^[A-Za-z0-9_-]{1,128}-[a-z0-9-]{1,64}-\d{1,4}-\d{12}(-\d{1,4})?\.mp3$/

export type Recorded = {
  uid: string
  lessonId: string
  pageNumber: number
  /** Epoch ms. */
  recordedAt: number
}

/** {uid}-{lessonId}-{pageNumber}-{YYYYMMDDHHmm}.mp3, the time in UTC. */
export function recordingName({ uid, lessonId, pageNumber, recordedAt }: Recorded): string {
  const minute = new Date(recordedAt).toISOString().replace(/\D/g, '').slice(0, 12)
  return `${uid}-${lessonId}-${pageNumber}-${minute}.mp3`
}

/** The file that an answer names, if it looks like one. Only the server knows whether the recording exists. */
export function recordingIn(answer: string | readonly string[] | undefined): string | undefined {
  if (typeof answer !== 'string' || !answer.startsWith(RECORDED)) return undefined
  const name = answer.slice(RECORDED.length)
  return RECORDING_NAME.test(name) ? name : undefined
}

/**
 * A multipart form: `pageId` as text (optional; with it the recording stays with its page if the course changes), then
 * `file`, an mp3 named by `recordingName`. Returns the stored name. With the same `Idempotency-Key` and recording it
 * stores once and replies the same. The log of the page needs its own key.
 */
export const saveAudio = endpoint({
  method: 'POST',
  path: '/disciple/api/saveAudio',
  signedIn: true,
  form: ['pageId', 'file'],
  headers: ['Idempotency-Key'],
  reply: v.object({ success: v.literal(true), data: v.object({ filename: v.string() }) }),
})

const Short = v.pipe(v.string(), v.maxLength(300))

/** A URL that plays a recording for some minutes without a token. Not found: the answer is text, not a recording. */
export const getRecordingUrl = endpoint({
  method: 'GET',
  path: '/disciple/v2/lessons/:lessonId/pages/:pageId/recordings/:filename',
  signedIn: true,
  params: v.object({ lessonId: Short, pageId: Short, filename: Short }),
  reply: v.object({
    success: v.literal(true),
    data: v.object({
      /** Path and query on the server's own origin. */
      url: v.string(),
      /** Epoch ms. */
      expiresAt: v.number(),
    }),
  }),
})
