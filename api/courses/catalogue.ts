import type { Db } from '../database/tables.ts'
import type { Prepared } from './prepared.ts'
import { type CatalogueCourse, type CatalogueLesson, currentVersion, fillShelf } from './shelf.ts'

/** All courses, ready in memory: reading one costs no database and no work. */
export type Catalogue = {
  /** The ready answer of listCourses. */
  coursesFor(who: { isBeta: boolean }): Prepared
  /** All of them, in order. */
  courses(): readonly CatalogueCourse[]
  lessonOf(id: string): CatalogueLesson | undefined
  /** Reads again what another import changed. */
  refresh(): Promise<void>
  close(): Promise<void>
}

const POLL_MS = 500

/** Reads all courses, and again within a second whenever any process imports one. */
export async function createCatalogue(db: Db): Promise<Catalogue> {
  let shelf = await fillShelf(db, undefined)
  let refreshing: Promise<void> | undefined

  async function refreshNow(): Promise<void> {
    if ((await currentVersion(db)) !== shelf.version) shelf = await fillShelf(db, shelf)
  }
  function refresh(): Promise<void> {
    refreshing ??= refreshNow().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  // While the database is away, learners go on with the courses that are here.
  const poll = setInterval(() => void refresh().catch(() => {}), POLL_MS).unref()

  return {
    coursesFor: ({ isBeta }) => (isBeta ? shelf.betaCourses : shelf.courses),
    courses: () => shelf.everyCourse,
    lessonOf: id => shelf.lessons.get(id),
    // Whoever asks after an import must not be given a reading that began before it.
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
