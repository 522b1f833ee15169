import { exportJWK, generateKeyPair } from 'jose'
import { hashesOf } from '../../api/lesson-files/media-hashes.ts'
import { signManifest } from '../../api/lesson-files/sign-lesson.ts'
import { LESSON_FILE_HEAD, type LessonManifest } from '../../contract/lesson-files/lesson-file.ts'
import type { Films, LessonContent } from '../../contract/lesson-media.ts'
import { mediaType } from '../../contract/media.ts'
import type { KnownKeys } from './verify-manifest.ts'
import { writeLessonFile } from './write-lesson-file.ts'

export const content: LessonContent = {
  lesson: {
    id: 'tea-water',
    courseId: 'tea',
    title: 'The water',
    language: 'en',
    program: { alias: 'step-by-step' },
    changedAt: 1_700_000_000_000,
  },
  pages: [
    { id: 'start', type: 'rich-text', textContent: '<p>Water</p><img src="media/tea.kettle-1.png" alt="">' },
    { id: 'hear', type: 'rich-text', avFilename: 'tea.pour-2.mp3' },
    { id: 'see', type: 'video', avFilename: 'tea.film-3-orig.mp4', soundOnly: 'tea.film-3-sound.mp3' },
  ],
}

export const media: Record<string, Uint8Array<ArrayBuffer>> = {
  'tea.kettle-1.png': bytes('a picture'),
  'tea.pour-2.mp3': bytes('a sound'),
  'tea.film-3-sound.mp3': bytes('the sound of the film'),
  'tea.film-3-320.mp4': bytes('a small film'),
  'tea.film-3-480.mp4': bytes('a large film, larger than the small one'),
}

/** A server with a key of its own. */
export async function newServer(issuer = 'https://learn.example.org', id = 'key') {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const { x, y } = await exportJWK(publicKey)
  const point = Buffer.concat([Buffer.of(4), ...[x, y].map(part => Buffer.from(part as string, 'base64url'))])
  const known: KnownKeys = { issuer, keys: { [id]: point.toString('base64url') } }
  return { issuer, known, sign: (manifest: object) => signManifest(manifest as LessonManifest, { id, privateKey }) }
}
export type Server = Awaited<ReturnType<typeof newServer>>

export async function manifestOf({ issuer }: { issuer: string }, lesson = content, files = media) {
  const listed = Object.entries(files).map(async ([name, bytes]) => {
    return { name, type: mediaType(name) as string, ...(await hashesOf([bytes])) }
  })
  const { id, courseId, changedAt = 0 } = lesson.lesson
  const text = await hashesOf([bytes(JSON.stringify(lesson))])
  return { issuer, courseId, lessonId: id, changedAt, version: 'v1', lesson: text, media: await Promise.all(listed) }
}

type FileParts = { films?: Films; manifest?: LessonManifest; content?: LessonContent; media?: typeof media }

/** A file as a phone makes it. */
export async function fileOf(server: Server, given: FileParts = {}): Promise<Blob> {
  const { films = 'sound', content: lesson = content, media: files = media } = given
  const manifest = given.manifest ?? (await manifestOf(server, lesson, files))
  const signed = await server.sign(manifest)
  const mediaNamed = async (name: string) => new Blob([files[name] as Uint8Array<ArrayBuffer>])
  return writeLessonFile({ films, manifest, signed, content: lesson, mediaNamed })
}

/** A file with any manifest, which the server has signed, and any bytes after it. */
export async function fileWith(server: Server, manifest: object, ...rest: (string | Uint8Array<ArrayBuffer>)[]) {
  return new Blob([LESSON_FILE_HEAD, `sound ${await server.sign(manifest)}\n`, ...rest])
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
