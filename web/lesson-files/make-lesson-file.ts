import { LESSON_FILE_ENDING, LESSON_FILE_TYPE } from '../../contract/lesson-files/lesson-file.ts'
import { type Films, type LessonContent, mediaOf } from '../../contract/lesson-media.ts'
import { getLesson } from '../../contract/lessons.ts'
import { mediaUrl } from '../../contract/media.ts'
import { call } from '../api.ts'
import { storedFile, storedFiles } from '../downloads/files/media-store.ts'
import { downloadsOf } from '../downloads/rows/rows.ts'
import { fetchManifest } from '../downloads/signed-manifest.ts'
import { readSaved } from '../offline/saved-queries.ts'
import { knownSettings, loadSettings } from '../settings/settings.ts'
import { readLessonFile } from './read-lesson-file.ts'
import { type KnownKeys, NO_KEYS, verifyManifest } from './verify-manifest.ts'
import { lessonFileBytes, writeLessonFile } from './write-lesson-file.ts'

/** A lesson, and the two kinds of file that can be made of it. */
export type LessonToShare = {
  content: LessonContent
  signed: string
  /** With the sound of its films only. */
  sound: FileChoice
  /** The lesson with its films: those that are kept, otherwise small ones. Undefined if the lesson has no film. */
  film?: FileChoice
}

/** `isHere`: this phone has all of its files. */
export type FileChoice = { films: Films; bytes: number; isHere: boolean }

/** Reads the lesson from this phone if it is kept, otherwise from the server. */
export async function sourceOf(uid: string, lessonId: string): Promise<LessonToShare> {
  const row = (await downloadsOf(uid).catch(() => [])).find(one => one.lessonId === lessonId)
  const content = await readSaved<LessonContent>(['lesson', uid, lessonId])
  const isKept = row?.state === 'ready' && row.signed !== undefined && content !== undefined
  if (isKept && row.signed) return describe(content, row.signed.manifest, row.films)
  return freshSource(uid, lessonId, row?.films)
}

async function freshSource(uid: string, lessonId: string, kept?: Films): Promise<LessonToShare> {
  const signed = await fetchManifest({ uid, lessonId })
  return describe((await call(getLesson, { params: { lessonId } })).data, signed, kept)
}

async function describe(content: LessonContent, signed: string, kept?: Films): Promise<LessonToShare> {
  const manifest = await verifyManifest(signed, await keys())
  const stored = new Set(await storedFiles().catch(() => []))
  const choice = (films: Films): FileChoice => ({
    films,
    bytes: lessonFileBytes(manifest, content, films),
    isHere: mediaOf(content, films).every(name => stored.has(name)),
  })
  const hasFilm = mediaOf(content, 'small').join() !== mediaOf(content, 'sound').join()
  return {
    content,
    signed,
    sound: choice('sound'),
    ...(hasFilm ? { film: choice(kept === 'large' ? 'large' : 'small') } : {}),
  }
}

/** Makes the file, and checks it as another phone will: an incomplete file never leaves this phone. */
export async function makeLessonFile(uid: string, source: LessonToShare, films: Films): Promise<File> {
  const blob = await assemble(source, films).catch(async () => {
    // The lesson on this phone is of another edition than its manifest, or a file of it is damaged.
    return assemble(await freshSource(uid, source.content.lesson.id), films, 'fetch')
  })
  return new File([blob], fileName(source.content.lesson.title), { type: LESSON_FILE_TYPE })
}

async function assemble({ content, signed }: LessonToShare, films: Films, from?: 'fetch'): Promise<Blob> {
  const known = await keys()
  const manifest = await verifyManifest(signed, known)
  const mediaNamed = async (name: string) => (from ? undefined : await storedFile(name)) ?? fetchMedia(name)
  const blob = await writeLessonFile({ films, manifest, signed, content, mediaNamed })
  await readLessonFile(blob, known)
  return blob
}

async function fetchMedia(name: string): Promise<Blob> {
  const response = await fetch(mediaUrl(knownSettings().mediaBase, name) as string)
  if (!response.ok) throw new Error(`${name} answered ${response.status}`)
  return response.blob()
}

/** The keys that this phone knows already, which needs no network; otherwise those of the server. */
async function keys(): Promise<KnownKeys> {
  return knownSettings().lessonFiles ?? (await loadSettings()).lessonFiles ?? NO_KEYS
}

const MAX_NAME = 60

/** The title without characters that some phones do not allow in file names. */
function fileName(title: string): string {
  const plain = title.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|.]+/gu, ' ').trim()
  return `${Array.from(plain).slice(0, MAX_NAME).join('') || 'lesson'}${LESSON_FILE_ENDING}`
}
