import type { CourseMedia } from './course-media.ts'
import type { CourseReader } from './course-reader.ts'
import { type LessonSource, readLessonSource } from './lesson-file.ts'
import type { YamlFile } from './yaml/yaml-file.ts'

const MAX_LESSONS = 200
const LESSON_NAME = /^\d{2,3}-[A-Za-z0-9_-]+\.yaml$/

/** A lesson, and the media that it uses. */
type LessonAndMedia = LessonSource & { media: CourseMedia }

/** `files` has the file of each lesson id, including files with mistakes. */
type Lessons = { lessons: LessonAndMedia[]; files: ReadonlyMap<string, YamlFile> }

/** Reads all lessons of a course, in order. */
export async function readLessons(reader: CourseReader, media: CourseMedia): Promise<Lessons> {
  const lessons: LessonAndMedia[] = []
  const files = new Map<string, YamlFile>()
  for (const name of await lessonNames(reader)) {
    const file = await reader.yaml(`lessons/${name}`)
    if (!file) continue
    const id = (file.value as { id?: unknown } | null)?.id
    if (typeof id === 'string') {
      const before = files.get(id)
      if (before) file.at('id').mistake(`\`${id}\` is the id of ${before.name} already`)
      else files.set(id, file)
    }
    const own = media.unused()
    const lesson = readLessonSource(file, own)
    if (lesson) lessons.push({ ...lesson, media: own })
  }
  return { lessons, files }
}

async function lessonNames(reader: CourseReader): Promise<string[]> {
  const report = reader.report('lessons')
  const names = await reader.names('lessons')
  if (names.length === 0) report.mistake('has no lesson: a course needs at least one')
  if (names.length > MAX_LESSONS) report.mistake(`has more than ${MAX_LESSONS} files`)
  const ordered = names.slice(0, MAX_LESSONS).filter(name => {
    if (!LESSON_NAME.test(name)) reader.report(`lessons/${name}`).mistake('is not named like 01-name.yaml')
    return LESSON_NAME.test(name)
  })
  for (const [number, sharing] of Object.entries(Object.groupBy(ordered, name => Number.parseInt(name, 10)))) {
    for (const name of sharing?.slice(1) ?? []) {
      reader.report(`lessons/${name}`).mistake(`number ${number} is taken by ${sharing?.[0]}`)
    }
  }
  return ordered.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
}
