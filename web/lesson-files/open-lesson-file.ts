import type { Course } from '../../contract/courses.ts'
import type { LessonContent } from '../../contract/lesson-media.ts'
import { ensureSpace, isOutOfSpace } from '../downloads/files/free-space.ts'
import { addGivenLesson } from '../downloads/rows/ready.ts'
import { downloadsOf } from '../downloads/rows/rows.ts'
import { fetchMissingManifests } from '../downloads/signed-manifest.ts'
import { readSaved } from '../offline/saved-queries.ts'
import { queryClient } from '../queries/query-client.ts'
import { knownSettings, loadSettings } from '../settings/settings.ts'
import { type FileErrorReason, LessonFileError } from './lesson-file-error.ts'
import { type LessonFile, lessonNamedIn, readLessonFile } from './read-lesson-file.ts'
import { NO_KEYS } from './verify-manifest.ts'

export type OpenedLessonFile =
  | { kind: 'good'; file: LessonFile; course: Course }
  /** The whole lesson is on this phone already. */
  | { kind: 'here'; file: LessonFile; course: Course }
  /** This phone has a later edition. */
  | { kind: 'old'; file: LessonFile; course: Course; hereAt: number }
  /** The person cannot see the course. */
  | { kind: 'noCourse'; file: LessonFile }
  /** `same`: the lesson that a damaged file names, if this person sees it. */
  | { kind: FileErrorReason; same?: OpenedLesson | undefined }

export type OpenedLesson = { courseId: string; lessonId: string }

/** Checks a file, and compares it with what this person sees and has. Nothing is stored. */
export async function openLessonFile(blob: Blob, uid: string, courses: readonly Course[]): Promise<OpenedLessonFile> {
  let file: LessonFile
  try {
    file = await readWithKeys(blob)
  } catch (reason) {
    if (reason instanceof LessonFileError)
      return { kind: reason.reason, same: await sameLesson(blob, reason.reason, courses) }
    throw reason
  }
  const { courseId, lessonId, changedAt } = file.manifest
  const course = courses.find(({ id }) => id === courseId)
  if (!course) return { kind: 'noCourse', file }
  const here = await readSaved<LessonContent>(['lesson', uid, lessonId])
  const hereAt = here?.lesson.changedAt ?? 0
  if (hereAt > changedAt) return { kind: 'old', file, course, hereAt }
  const row = (await downloadsOf(uid)).find(one => one.lessonId === lessonId && one.state === 'ready')
  const isWhole = row && file.media.every(({ name }) => row.media.includes(name))
  return { kind: here && isWhole && hereAt === changedAt ? 'here' : 'good', file, course }
}

/**
 * The lesson that a damaged file names, if this person sees it. A file of another server is left out, because its id
 * may mean another lesson here.
 */
async function sameLesson(
  blob: Blob,
  reason: FileErrorReason,
  courses: readonly Course[],
): Promise<OpenedLesson | undefined> {
  if (reason !== 'forged' && reason !== 'cut') return undefined
  const lessonId = await lessonNamedIn(blob)
  const course = courses.find(({ lessons }) => lessons.some(({ id }) => id === lessonId))
  return course && { courseId: course.id, lessonId: lessonId as string }
}

async function readWithKeys(blob: Blob): Promise<LessonFile> {
  const known = knownSettings().lessonFiles ?? NO_KEYS
  try {
    return await readLessonFile(blob, known)
  } catch (reason) {
    // The key may be newer than this phone's last request, or the phone has never asked.
    const isUnknown = reason instanceof LessonFileError && (reason.reason === 'unknownKey' || known === NO_KEYS)
    const { lessonFiles } = isUnknown ? await loadSettings() : {}
    if (!lessonFiles || lessonFiles === known) throw reason
    return readLessonFile(blob, lessonFiles)
  }
}

/** Keeps the lesson on this phone. Returns false if there is no room. */
export async function addLessonFile(
  uid: string,
  { content, films, media, bytes, ...file }: LessonFile,
): Promise<boolean> {
  // Asks the browser not to delete our data. If it refuses, it keeps the lesson anyway, as long as there is room.
  void navigator.storage?.persist?.().catch(() => {})
  try {
    await ensureSpace(bytes)
    const { version, lessonId } = file.manifest
    await addGivenLesson(uid, { content, films, version, manifest: file.signed }, media)
    queryClient.setQueryData(['lesson', uid, lessonId], content)
  } catch (reason) {
    if (isOutOfSpace(reason)) return false
    throw reason
  }
  // Without a network the server is asked at the next visit.
  void fetchMissingManifests(uid).catch(() => {})
  return true
}
