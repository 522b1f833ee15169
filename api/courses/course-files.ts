import { join } from 'node:path'
import type * as v from 'valibot'
import { PROGRAM_ALIAS } from '../../contract/courses.ts'
import { CourseMedia } from './course-media.ts'
import { Findings, lines } from './findings.ts'
import { namesIn } from './folder.ts'
import { readIcon } from './icon.ts'
import { type LessonFile, readLessonFile } from './lesson-file.ts'
import { markdownToHtml } from './markdown.ts'
import type { MediaFile } from './media-file.ts'
import { CourseShape, checked } from './shapes.ts'
import type { CourseContent, LessonContent } from './shelf.ts'
import { openYaml, type YamlFile } from './yaml-file.ts'

/** A course folder, read and found good to the last file. */
export type CourseFiles = {
  content: CourseContent
  isBeta: boolean
  position: number
  /** `place`: the `file:line:column` of a lesson's id. */
  lessons: { content: LessonContent; isBeta: boolean; place: string }[]
  media: MediaFile[]
  warnings: string[]
}

const MAX_LESSONS = 200
const LESSON_NAME = /^\d{2,3}-[A-Za-z0-9_-]+\.yaml$/
/** A course that names no place comes after those that do. */
const LAST_POSITION = 1_000_000
/** Stands in where course.yaml cannot be used, so that everything else is looked at all the same. */
const UNKNOWN_COURSE = 'course'

/** Reads a whole course. Throws `CourseMistakes` with all that is wrong in any of its files. */
export async function readCourse(folder: string): Promise<CourseFiles> {
  const findings = new Findings()
  const file = await openYaml(folder, 'course.yaml', findings)
  const given = file && checked(CourseShape, file.value, file)
  const media = await CourseMedia.read(folder, given?.id ?? UNKNOWN_COURSE, findings)
  const content = file && given && (await readContent(folder, file, given, media, findings))
  const lessons = await readLessons(folder, media, findings)
  findings.throwMistakes()
  if (!given || !content) throw new Error('A course without mistakes has a content')
  return {
    content,
    isBeta: given.beta ?? false,
    position: given.position ?? LAST_POSITION,
    lessons: lessons.map(lesson => ({
      content: lessonContent(lesson, content),
      isBeta: lesson.isBeta,
      place: lesson.file.placeOf(['id']),
    })),
    media: media.used,
    warnings: lines(findings.warnings),
  }
}

type Given = v.InferOutput<typeof CourseShape>

async function readContent(
  folder: string,
  file: YamlFile,
  { id, language, title, description, note = '', icon }: Given,
  media: CourseMedia,
  findings: Findings,
): Promise<CourseContent> {
  const { svg, image } = await readIcon(folder, icon, { id, file, media, findings })
  const html = markdownToHtml(description, media.pictureAddress, file.at(['description']))
  return { id, language, title, description: html, note, svg, image }
}

async function readLessons(folder: string, media: CourseMedia, findings: Findings): Promise<LessonFile[]> {
  const lessons: LessonFile[] = []
  for (const name of await lessonNames(folder, findings)) {
    const lesson = await readLessonFile(folder, join('lessons', name), media, findings)
    const before = lessons.find(other => other.id === lesson?.id)
    if (before) lesson?.file.at(['id']).mistake(`\`${before.id}\` is the id of ${before.file.name} already`)
    if (lesson) lessons.push(lesson)
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

function lessonContent({ id, title, pages }: LessonFile, { id: courseId, language }: CourseContent): LessonContent {
  return { lesson: { id, courseId, title, language, program: { alias: PROGRAM_ALIAS } }, pages }
}
