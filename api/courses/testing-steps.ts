import { type CourseFiles, readCourse } from './course-files.ts'
import type { ImportSteps } from './import.ts'
import { prepareCourse } from './replace-course.ts'
import { storeMedia } from './store-media.ts'

const coursesRead = new Map<string, CourseFiles>()
const prepared = new WeakMap<CourseFiles, Awaited<ReturnType<typeof prepareCourse>>>()

/**
 * Reads and compresses each course of this repository once, because that takes twice as long as to store it. Other
 * folders change during a test, so they are read each time.
 */
export const stepsOnce: ImportSteps = {
  async read(folder, options) {
    if (!folder.startsWith('courses/')) return readCourse(folder, options)
    const course = coursesRead.get(folder) ?? (await readCourse(folder, options))
    coursesRead.set(folder, course)
    return course
  },
  async prepare(course, where) {
    const before = prepared.get(course)
    if (!before || where.publisher || where.films) {
      const made = await prepareCourse(course, where)
      if (!where.films) prepared.set(course, made)
      return made
    }
    await storeMedia(course.media, where.originals.mediaDir)
    return before
  },
}
