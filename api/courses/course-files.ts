import type * as v from 'valibot'
import { PROGRAM_ALIAS } from '../../contract/courses.ts'
import { CourseMedia } from './course-media.ts'
import { type Film, readFilms } from './film.ts'
import { Findings, lines } from './findings.ts'
import { readIcon } from './icon.ts'
import type { LessonFile } from './lesson-file.ts'
import { readLessons } from './lesson-files.ts'
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
  lessons: { content: LessonContent; isBeta: boolean; place: string; media: MediaFile[] }[]
  media: MediaFile[]
  /** None where nobody asked for them. */
  films: Film[]
  warnings: string[]
}

/** A course that names no place comes after those that do. */
const LAST_POSITION = 1_000_000
/** Stands in where course.yaml cannot be used, so that everything else is looked at all the same. */
const UNKNOWN_COURSE = 'course'

/**
 * Reads a whole course. Throws `CourseMistakes` with all that is wrong in any of its files.
 * `looksIntoFilms` needs ffmpeg: without it a film is known by its first bytes only.
 */
export async function readCourse(folder: string, { looksIntoFilms = false } = {}): Promise<CourseFiles> {
  const findings = new Findings()
  const file = await openYaml(folder, 'course.yaml', findings)
  const given = file && checked(CourseShape, file.value, file)
  const media = await CourseMedia.read(folder, given?.id ?? UNKNOWN_COURSE, findings)
  const content = file && given && (await readContent(folder, file, given, media, findings))
  const lessons = await readLessons(folder, media, findings)
  const used = [...new Set([media, ...lessons.map(lesson => lesson.media)].flatMap(one => one.used))]
  const films = looksIntoFilms ? await readFilms(used, findings) : []
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
      media: lesson.media.used,
    })),
    media: used,
    films,
    warnings: lines(findings.warnings),
  }
}

type Given = v.InferOutput<typeof CourseShape>

async function readContent(
  folder: string,
  file: YamlFile,
  { id, language, title, description, note = '', icon, canDo }: Given,
  media: CourseMedia,
  findings: Findings,
): Promise<CourseContent> {
  const { svg, image } = await readIcon(folder, icon, { id, file, media, findings })
  const html = markdownToHtml(description, media.pictureAddress, file.at(['description']))
  return { id, language, title, description: html, note, svg, image, ...(canDo && { canDo }) }
}

function lessonContent({ id, title, pages }: LessonFile, { id: courseId, language }: CourseContent): LessonContent {
  return { lesson: { id, courseId, title, language, program: { alias: PROGRAM_ALIAS } }, pages }
}
