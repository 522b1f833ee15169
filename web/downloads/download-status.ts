import type { Course, CourseLesson } from '../../contract/courses.ts'
import type { Films } from '../../contract/lesson-media.ts'
import type { Progress } from './progress.ts'
import type { Download } from './rows/rows.ts'

/** How much of the lessons of a course is on this phone. */
export type DownloadStatus = {
  rows: Download[]
  /** The lessons that can be opened without a network. */
  ready: Download[]
  /** The lessons that are being downloaded, wait, are paused, or have no room. */
  coming: Download[]
  state: 'none' | 'coming' | 'paused' | 'full' | 'ready'
  /** The bytes of all rows. */
  bytes: number
  bytesHere: number
}

export function downloadStatusOf(rows: Download[], progress: Progress | undefined): DownloadStatus {
  const ready = rows.filter(({ readyAt }) => readyAt !== undefined)
  // A ready lesson that waits for a newer text is not among these: people need not notice that download.
  const coming = rows.filter(({ readyAt }) => readyAt === undefined)
  const partly = coming.find(({ lessonId }) => lessonId === progress?.lessonId)
  const sum = (some: Download[]) => some.reduce((total, { bytes }) => total + bytes, 0)
  return {
    rows,
    ready,
    coming,
    state: stateOf(rows, coming),
    bytes: sum(rows),
    bytesHere: sum(ready) + (partly && progress ? Math.min(partly.bytes, progress.bytes) : 0),
  }
}

function stateOf(rows: Download[], coming: Download[]): DownloadStatus['state'] {
  if (rows.length === 0) return 'none'
  if (coming.length === 0) return 'ready'
  if (coming.some(({ state }) => state === 'waiting')) return 'coming'
  return coming.some(({ state }) => state === 'full') ? 'full' : 'paused'
}

/** Bytes to download lessons; undefined if the server has not counted them. */
export function bytesOf(lessons: readonly CourseLesson[], films: Films): number | undefined {
  const sizes = lessons.map(
    ({ bytes }) => bytes && { small: bytes.saving, large: bytes.usual, sound: bytes.sound }[films],
  )
  if (sizes.includes(undefined)) return undefined
  return sizes.reduce((sum: number, size) => sum + (size ?? 0), 0)
}

/** The choices that differ in size. A course without films has only one. */
export function filmChoices(lessons: readonly CourseLesson[]): Films[] {
  const [small, sound, large] = (['small', 'sound', 'large'] as const).map(films => bytesOf(lessons, films))
  if (small === undefined) return ['small']
  const choices: Films[] = ['small']
  if (sound !== undefined && sound < small) choices.push('sound')
  if (large !== undefined && large > small) choices.push('large')
  return choices
}

export function lessonsToKeep(course: Course, lessons: readonly CourseLesson[], films: Films) {
  return lessons.map(lesson => ({
    courseId: course.id,
    lessonId: lesson.id,
    title: lesson.title,
    films,
    bytes: bytesOf([lesson], films) ?? 0,
    ...(lesson.version === undefined ? {} : { version: lesson.version }),
  }))
}
