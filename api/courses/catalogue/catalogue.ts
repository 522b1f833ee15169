import type { Db } from '../../database/tables.ts'
import { type PreparedResponse, prepareResponse } from './prepared.ts'
import {
  type CatalogueCourse,
  type CatalogueLesson,
  type CatalogueSnapshot,
  currentVersion,
  loadSnapshot,
} from './snapshot.ts'
import { versionAt } from './version-times.ts'
import type { WithdrawnCourse } from './withdrawn-courses.ts'

/** All courses, in memory: a request needs no database. */
export type Catalogue = {
  /** The response of listCourses. */
  coursesFor(who: { isBeta: boolean }): PreparedResponse
  /** The same list with these resting courses at its end. */
  coursesWith(who: { isBeta: boolean }, resting: readonly WithdrawnCourse[]): PreparedResponse
  /** Withdrawn courses. */
  resting(): readonly WithdrawnCourse[]
  courses(): readonly CatalogueCourse[]
  /** Withdrawn courses are last. */
  coursesAndResting(): readonly CatalogueCourse[]
  lessonOf(id: string): CatalogueLesson | undefined
  /** The version of the course that a learner had when they logged a page. */
  versionSeen(page: LoggedPage): number | undefined
  /** Reads the courses again if an import changed them. */
  refresh(): Promise<void>
  close(): Promise<void>
}

type LoggedPage = {
  courseId: string
  lessonId: string
  answeredAt: number
  /** `changedAt` of the lesson that the learner saw; undefined from earlier clients. */
  lessonChangedAt: number | undefined
}

const POLL_MS = 500

/** Reads all courses, and again within a second after any process imports one. */
export async function createCatalogue(db: Db): Promise<Catalogue> {
  let snapshot = await loadSnapshot(db)
  let refreshing: Promise<void> | undefined

  async function refreshNow(): Promise<void> {
    if ((await currentVersion(db)) !== snapshot.version) snapshot = await loadSnapshot(db, snapshot)
  }
  function refresh(): Promise<void> {
    refreshing ??= refreshNow().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  // If the database fails, learners go on with the courses in memory.
  const poll = setInterval(() => void refresh().catch(() => {}), POLL_MS).unref()

  return {
    coursesFor: ({ isBeta }) => (isBeta ? snapshot.betaCourses : snapshot.courses),
    coursesWith: ({ isBeta }, resting) => coursesWith(snapshot, { isBeta, resting }),
    resting: () => snapshot.resting,
    courses: () => snapshot.everyCourse,
    coursesAndResting: () => [
      ...snapshot.everyCourse,
      ...snapshot.resting.map(({ lessonIds, listed: { id, title, note } }) => ({ id, title, note, lessonIds })),
    ],
    lessonOf: id => snapshot.lessons.get(id),
    versionSeen: page => versionSeen(snapshot, page),
    // A refresh that began before an import does not count: wait for it, then refresh.
    refresh: async () => {
      await refreshing?.catch(() => {})
      await refresh()
    },
    close: async () => {
      clearInterval(poll)
      await refreshing?.catch(() => {})
    },
  }
}

/** Few people are in the middle of a resting course, so their lists are made when the first of them asks. */
function coursesWith(
  { courses, betaCourses, personal }: CatalogueSnapshot,
  { isBeta, resting }: { isBeta: boolean; resting: readonly WithdrawnCourse[] },
): PreparedResponse {
  const key = [isBeta, ...resting.map(({ listed }) => listed.id)].join(' ')
  const known = personal.get(key)
  if (known) return known
  const { data } = JSON.parse((isBeta ? betaCourses : courses).plain.toString()) as { data: unknown[] }
  const made = prepareResponse({ success: true, data: [...data, ...resting.map(({ listed }) => listed)] })
  personal.set(key, made)
  return made
}

/** An offline phone logs pages of an older lesson: its `changedAt` tells the version. */
function versionSeen({ versionTimes, lessons }: CatalogueSnapshot, page: LoggedPage): number | undefined {
  const { courseId, lessonId, answeredAt, lessonChangedAt } = page
  const isOutdated = lessonChangedAt !== undefined && lessonChangedAt !== lessons.get(lessonId)?.changedAt
  const seenAt = isOutdated ? lessonChangedAt : Math.max(answeredAt, lessonChangedAt ?? 0)
  return versionAt(versionTimes, courseId, seenAt)
}
