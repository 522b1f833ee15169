import {
  type FileHashes,
  HASHED_BYTES,
  LESSON_LIMIT_BYTES,
  type LessonManifest,
  SIGNATURE_ALGORITHM,
  SIGNED_TYPE,
} from '../../contract/lesson-files/lesson-file.ts'
import { MEDIA_NAME, mediaType } from '../../contract/media.ts'
import type { Settings } from '../../contract/settings.ts'
import { LessonFileError } from './lesson-file-error.ts'

export type KnownKeys = NonNullable<Settings['lessonFiles']>

export const NO_KEYS: KnownKeys = { issuer: '', keys: {} }

const JWS = /^([\w-]{1,400})\.([\w-]+)\.([\w-]{86})$/
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' }
const HASH = /^[\w-]{43}$/
const MAX_FILES = 2000

/**
 * Returns what the server signed, or throws a `LessonFileError`. Nothing of it is trusted before the signature is
 * checked.
 */
export async function verifyManifest(jws: string, known: KnownKeys): Promise<LessonManifest> {
  const [, header, payload, signature] = JWS.exec(jws) ?? []
  if (!header || !payload || !signature) throw new LessonFileError('forged')
  const { alg, typ, kid } = objectIn(header)
  const body = objectIn(payload)
  if (alg !== SIGNATURE_ALGORITHM || typ !== SIGNED_TYPE) throw new LessonFileError('forged')
  const point = typeof kid === 'string' && Object.hasOwn(known.keys, kid) ? known.keys[kid] : undefined
  if (!point) throw new LessonFileError(body.issuer === known.issuer ? 'unknownKey' : 'foreign')
  const key = await crypto.subtle.importKey('raw', bytesIn(point), ECDSA, false, ['verify'])
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  const isOurs = await crypto.subtle.verify({ ...ECDSA, hash: 'SHA-256' }, key, bytesIn(signature), signed)
  if (!isOurs || !isManifest(body)) throw new LessonFileError('forged')
  return body
}

/** The lesson that a file names. Nobody has checked it: it is good only for finding a lesson in the list of courses. */
export function namedLesson(jws: string): unknown {
  const [, , payload = ''] = JWS.exec(jws) ?? []
  return objectIn(payload).lessonId
}

function isManifest(value: object): value is LessonManifest {
  const { issuer, courseId, lessonId, changedAt, version, lesson, media } = value as Record<
    keyof LessonManifest,
    unknown
  >
  if (![issuer, courseId, lessonId, version].every(text => typeof text === 'string' && text !== '')) return false
  if (!Number.isSafeInteger(changedAt) || !isContent(lesson) || lesson.bytes > LESSON_LIMIT_BYTES) return false
  if (!Array.isArray(media) || media.length > MAX_FILES || !media.every(isMedia)) return false
  return new Set(media.map(({ name }) => name)).size === media.length
}

/** A name is no path, and its ending decides the type: a script or a page is never media. */
function isMedia(value: unknown): boolean {
  if (!isContent(value)) return false
  const { name, type } = value as { name?: unknown; type?: unknown }
  return typeof name === 'string' && MEDIA_NAME.test(name) && type !== undefined && type === mediaType(name)
}

function isContent(value: unknown): value is FileHashes {
  const { bytes, sha256 } = (value ?? {}) as { bytes?: unknown; sha256?: unknown }
  if (!Number.isSafeInteger(bytes) || (bytes as number) < 0 || !Array.isArray(sha256)) return false
  const parts = Math.max(1, Math.ceil((bytes as number) / HASHED_BYTES))
  return sha256.length === parts && sha256.every(hash => typeof hash === 'string' && HASH.test(hash))
}

function objectIn(base64url: string): Record<string, unknown> {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesIn(base64url)))
    if (typeof value === 'object' && value !== null) return value
  } catch {}
  throw new LessonFileError('forged')
}

function bytesIn(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
}
