import { join } from 'node:path'
import type { CourseMedia } from './course-media.ts'
import type { Findings } from './findings.ts'
import { namesIn } from './folder.ts'
import { type LessonFile, readLessonFile } from './lesson-file.ts'

const MAX_LESSONS = 200
const LESSON_NAME = /^\d{2,3}-[A-Za-z0-9_-]+\.yaml$/

/** A lesson, and the files that it uses. */
type LessonAndMedia = LessonFile & { media: CourseMedia }

/** Reads all lessons of a course in their order; the findings have what is wrong with them. */
export async function readLessons(folder: string, media: CourseMedia, findings: Findings): Promise<LessonAndMedia[]> {
  const lessons: LessonAndMedia[] = []
  for (const name of await lessonNames(folder, findings)) {
    const own = media.again()
    const lesson = await readLessonFile(folder, join('lessons', name), own, findings)
    const before = lessons.find(other => other.id === lesson?.id)
    if (before) lesson?.file.at(['id']).mistake(`\`${before.id}\` is the id of ${before.file.name} already`)
    if (lesson) lessons.push({ ...lesson, media: own })
  }
  return lessons
}

async function lessonNames(folder: string, findings: Findings): Promise<string[]> {
  const report = findings.at('lessons')
  const names = await namesIn(folder, 'lessons').catch((error: Error) => {
    report.mistake(error.message)
    return []
  })
  if (names.length === 0) report.mistake('has no lesson: a course needs at least one')
  if (names.length > MAX_LESSONS) report.mistake(`has more than ${MAX_LESSONS} files`)
  const ordered = names.slice(0, MAX_LESSONS).filter(name => {
    if (!LESSON_NAME.test(name)) findings.at(join('lessons', name)).mistake('is not named like 01-name.yaml')
    return LESSON_NAME.test(name)
  })
  for (const [number, sharing] of Object.entries(Object.groupBy(ordered, name => Number.parseInt(name, 10)))) {
    for (const name of sharing?.slice(1) ?? []) {
      findings.at(join('lessons', name)).mistake(`number ${number} is taken by ${sharing?.[0]}`)
    }
  }
  return ordered.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
}
