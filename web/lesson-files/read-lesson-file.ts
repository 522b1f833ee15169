import {
  type FileHashes,
  HASHED_BYTES,
  LESSON_FILE_HEAD,
  LESSON_FILE_MARK,
  LESSON_FILE_VERSION,
  type LessonManifest,
  MANIFEST_LIMIT,
} from '../../contract/lesson-files/lesson-file.ts'
import { type Films, type LessonContent, mediaOf } from '../../contract/lesson-media.ts'
import { isLessonContent } from './is-lesson-content.ts'
import { LessonFileError } from './lesson-file-error.ts'
import { type KnownKeys, namedLesson, verifyManifest } from './verify-manifest.ts'

export type LessonFile = {
  manifest: LessonManifest
  /** As the server signed it. */
  signed: string
  films: Films
  content: LessonContent
  /** Parts of the file. They are not read into memory. */
  media: { name: string; blob: Blob }[]
  bytes: number
}

const FILMS: readonly string[] = ['sound', 'small', 'large'] satisfies Films[]
const NEW_LINE = 10
const MAX_LINE = MANIFEST_LIMIT + 10

/**
 * Checks every byte of a lesson file, a MiB at a time, and takes it apart. Throws a `LessonFileError`. Sizes are
 * compared with the file before anything is read.
 */
export async function readLessonFile(file: Blob, known: KnownKeys): Promise<LessonFile> {
  const head = new TextEncoder().encode(LESSON_FILE_HEAD)
  checkHead(head, await bytesOf(file.slice(0, head.length)))
  const line = await lineAt(file, head.length)
  const [films = '', signed = ''] = line.split(' ')
  if (!FILMS.includes(films)) throw new LessonFileError('forged')
  const manifest = await verifyManifest(signed, known)
  let at = head.length + line.length + 1

  const content = await lessonIn(next(manifest.lesson), manifest)
  const names = new Set(mediaOf(content, films as Films))
  const promised = manifest.media.filter(({ name }) => names.has(name))
  const end = promised.reduce((sum, { bytes }) => sum + bytes, at)
  if (end > file.size) throw new LessonFileError('cut')
  if (end < file.size) throw new LessonFileError('forged')
  const media: LessonFile['media'] = []
  for (const one of promised) {
    const blob = next(one, one.type)
    await checkHashes(blob, one)
    media.push({ name: one.name, blob })
  }
  return { manifest, signed, films: films as Films, content, media, bytes: file.size }

  function next({ bytes }: FileHashes, type?: string): Blob {
    if (at + bytes > file.size) throw new LessonFileError('cut')
    at += bytes
    return file.slice(at - bytes, at, type)
  }
}

/** The id of the lesson that a damaged file names, which may be wrong. Undefined if it cannot be read. */
export async function lessonNamedIn(file: Blob): Promise<unknown> {
  try {
    const head = new TextEncoder().encode(LESSON_FILE_HEAD)
    const [, signed = ''] = (await lineAt(file, head.length)).split(' ')
    return namedLesson(signed)
  } catch {
    return undefined
  }
}

function checkHead(head: Uint8Array, start: Uint8Array): void {
  if (start.every((byte, index) => byte === head[index])) {
    if (start.length < head.length) throw new LessonFileError('cut')
    return
  }
  const text = new TextDecoder().decode(start)
  const version = text.startsWith(LESSON_FILE_MARK) && /^\d{1,9}(?=\n)/.exec(text.slice(LESSON_FILE_MARK.length))?.[0]
  if (!version) throw new LessonFileError('other')
  throw new LessonFileError(Number(version) > LESSON_FILE_VERSION ? 'newFormat' : 'forged')
}

/** The line that begins at this byte. It has only ASCII letters, so its length is also its number of bytes. */
async function lineAt(file: Blob, from: number): Promise<string> {
  const bytes = await bytesOf(file.slice(from, from + MAX_LINE))
  const end = bytes.indexOf(NEW_LINE)
  if (end < 0) throw new LessonFileError(bytes.length < MAX_LINE ? 'cut' : 'forged')
  return new TextDecoder('latin1').decode(bytes.subarray(0, end))
}

async function lessonIn(blob: Blob, { lesson, lessonId, courseId, changedAt }: LessonManifest): Promise<LessonContent> {
  await checkHashes(blob, lesson)
  const content: unknown = parsed(new TextDecoder().decode(await bytesOf(blob)))
  if (!isLessonContent(content)) throw new LessonFileError('forged')
  const { id, courseId: ownCourse, changedAt: ownTime = 0 } = content.lesson
  const isSame = id === lessonId && ownCourse === courseId && ownTime === changedAt
  if (!isSame) throw new LessonFileError('forged')
  return content
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new LessonFileError('forged')
  }
}

async function checkHashes(blob: Blob, { sha256 }: FileHashes): Promise<void> {
  for (const [index, expected] of sha256.entries()) {
    const part = await bytesOf(blob.slice(index * HASHED_BYTES, (index + 1) * HASHED_BYTES))
    if ((await hashOf(part)) !== expected) throw new LessonFileError('forged')
  }
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const base64 = btoa(String.fromCharCode(...digest))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** A file that another program changes or deletes meanwhile cannot be read any more. */
async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch {
    throw new LessonFileError('cut')
  }
}
