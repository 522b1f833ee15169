import * as v from 'valibot'
import { endpoint } from './calls/endpoint.ts'

/** One path segment that needs no escaping; anything else is never turned into an address. */
export const MEDIA_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/** Address of a media file, or undefined for a name that is not one. */
export function mediaUrl(base: string, name: string | undefined): string | undefined {
  return name && MEDIA_NAME.test(name) ? `${base}/${name}` : undefined
}

export function isSound(name: string): boolean {
  return name.toLowerCase().endsWith('.mp3')
}

/** A stored answer that begins so may name a recording; a text may begin so, too. */
export const RECORDED = 'audio:'

/** 120 seconds at 160 kbit/s are 2.4 MB. */
export const RECORDING_LIMIT_BYTES = 3 * 1024 * 1024

/** The recorder stops at 120 seconds; the rest is for phones whose clock or encoder is late. */
export const RECORDING_LIMIT_MS = 130_000

/** What recordings are called: see `recordingName`. Of two within a minute the later one has -2 at its end. */
export const RECORDING_NAME = /^[A-Za-z0-9_-]{1,128}-[a-z0-9-]{1,64}-\d{1,4}-\d{12}(-\d{1,4})?\.mp3$/

/** Stands in place of a lesson for what belongs to a message, and to no page. */
export const VOICE_NOTES = 'voice-note'

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

/** The file that an answer names, if it looks like one. Whether there is such a recording, only the server knows. */
export function recordingIn(answer: string | readonly string[] | undefined): string | undefined {
  if (typeof answer !== 'string' || !answer.startsWith(RECORDED)) return undefined
  const name = answer.slice(RECORDED.length)
  return RECORDING_NAME.test(name) ? name : undefined
}

/**
 * A multipart form: `pageId` as text, then `file`, an mp3 named as `recordingName` says. `pageId` may be missing; with it
 * the recording stays with its page when a course is changed meanwhile. Answers under which name it is kept.
 * Honours `Idempotency-Key`: the same key and recording is stored once and answered the same. The log of the page needs a
 * key of its own.
 */
export const saveAudio = endpoint({
  method: 'POST',
  path: '/disciple/api/saveAudio',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.object({ filename: v.string() }) }),
})

const Short = v.pipe(v.string(), v.maxLength(300))

/** Where a recording can be heard for the next minutes without a token. Not found: the answer is no recording, but text. */
export const recordingAddress = endpoint({
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
