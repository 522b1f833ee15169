import * as v from 'valibot'
import { endpoint } from '../calls/endpoint.ts'

/**
 * A lesson as one file that goes from phone to phone. It is a few lines of text, then bytes:
 *
 * 1. `LESSON_FILE_HEAD`, for a person who opens it in another program.
 * 2. `<films> <manifest>`: which of the films are in the file (`Films`), and what the server signed, a compact JWS.
 * 3. The lesson as JSON (UTF-8), then each of its files (`mediaOf`) that the manifest lists, with nothing in between.
 */
export type LessonManifest = {
  /** The URL of the server that signed it. */
  issuer: string
  courseId: string
  lessonId: string
  /** When the lesson last changed: epoch ms, or 0 if that is not known. */
  changedAt: number
  /** As in the list of courses (`CourseLesson.version`). */
  version: string
  lesson: FileHashes
  /** All media, for every choice of films. One lesson file has some of them. */
  media: MediaContent[]
}

export type MediaContent = FileHashes & { name: string; type: string }

/** `sha256` has a hash for each `HASHED_BYTES` of the file (base64url), so a phone can check a large film in parts. */
export type FileHashes = { bytes: number; sha256: string[] }

export const HASHED_BYTES = 1024 * 1024
/** The most that a phone reads before it has checked the signature. */
export const MANIFEST_LIMIT = 256 * 1024
export const LESSON_LIMIT_BYTES = 4 * 1024 * 1024

/** The only algorithm that every supported browser knows and that has short signatures. */
export const SIGNATURE_ALGORITHM = 'ES256'
export const SIGNED_TYPE = 'sbs-lesson'

/** Android's Bluetooth and Chromium's share sheet take no ending of our own, but they take a text (decision 032). */
export const LESSON_FILE_ENDING = '.sbs.txt'
export const LESSON_FILE_TYPE = 'text/plain'

/** The name of the format and its version. */
export const LESSON_FILE_MARK = 'step-by-step lesson '
export const LESSON_FILE_VERSION = 1

/** Part of the format: it must stay as it is, letter by letter. */
export const LESSON_FILE_HEAD = `${LESSON_FILE_MARK}${LESSON_FILE_VERSION}
This is a lesson of the app Step by Step. Open it there: On this phone, Open a lesson file.
هذا درس من تطبيق «خطوة بخطوة». يُفتح هناك: على هذا الهاتف، فتح ملفّ درس.
`

/** Returns a signed list of a lesson's files. */
export const getLessonFile = endpoint({
  method: 'GET',
  path: '/disciple/v2/lessons/:lessonId/file',
  signedIn: true,
  params: v.object({ lessonId: v.pipe(v.string(), v.maxLength(200)) }),
  reply: v.object({ success: v.literal(true), data: v.object({ manifest: v.string() }) }),
})
