import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** One path segment that needs no escaping; anything else is never turned into an address. */
export const MEDIA_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/** Address of a media file, or undefined for a name that is not one. */
export function mediaUrl(base: string, name: string | undefined): string | undefined {
  return name && MEDIA_NAME.test(name) ? `${base}/${name}` : undefined
}

export function isSound(name: string): boolean {
  return name.toLowerCase().endsWith('.mp3')
}

/** A multipart form whose field `file` is the mp3, named {uid}-{lessonId}-{pageNumber}-{YYYYMMDDHHmm}.mp3. */
export const saveAudio = endpoint({
  method: 'POST',
  path: '/disciple/api/saveAudio',
  signedIn: true,
  reply: v.object({ success: v.literal(true), data: v.object({ filename: v.string() }) }),
})
