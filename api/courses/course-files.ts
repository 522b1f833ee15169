import { stat } from 'node:fs/promises'
import type * as v from 'valibot'
import { PROGRAM_ALIAS } from '../../contract/courses.ts'
import type { CourseContent, LessonContent } from './catalogue/snapshot.ts'
import { type Film, readFilms } from './films/film.ts'
import { CourseMedia } from './reading/course-media.ts'
import { CourseMistakes, Findings, lines } from './reading/findings.ts'
import { readIcon } from './reading/icon.ts'
import type { LessonFile } from './reading/lesson-file.ts'
import { readLessons } from './reading/lesson-files.ts'
import { markdownToHtml } from './reading/markdown.ts'
import type { MediaFile } from './reading/media-file.ts'
import { CourseShape, checked } from './reading/shapes.ts'
import { openYaml, type YamlFile } from './reading/yaml-file.ts'

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

type Options = {
  looksIntoFilms?: boolean
  /** Of these lesson ids those that another course than this one has already, each with the id of that course. */
  foreignLessons?(ids: readonly string[], courseId: string | undefined): Promise<ReadonlyMap<string, string>>
}

/**
 * Reads a whole course. Throws `CourseMistakes` with all that is wrong in any of its files.
 * `looksIntoFilms` needs ffmpeg: without it a film is known by its first bytes only.
 */
export async function readCourse(folder: string, options: Options = {}): Promise<CourseFiles> {
  const { looksIntoFilms = false, foreignLessons } = options
  await expectFolder(folder)
  const findings = new Findings()
  const file = await openYaml(folder, 'course.yaml', findings)
  const given = file && checked(CourseShape, file.value, file)
  const media = await CourseMedia.read(folder, given?.id ?? UNKNOWN_COURSE, findings)
  const content = file && (await readContent(folder, file, given, media, findings))
  const { lessons, files } = await readLessons(folder, media, findings)
  for (const [id, owner] of (await foreignLessons?.([...files.keys()], given?.id ?? textsOf(file?.value).id)) ?? [])
    files.get(id)?.at(['id']).mistake(`lesson \`${id}\` belongs to the course \`${owner}\` already`)
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
  given: Given | undefined,
  media: CourseMedia,
  findings: Findings,
): Promise<CourseContent | undefined> {
  // Where something else in course.yaml is wrong, its icon and its text are looked at all the same.
  const { icon, description = '' } = given ?? textsOf(file.value)
  const { svg, image } = await readIcon(folder, icon, { id: given?.id ?? UNKNOWN_COURSE, file, media, findings })
  const html = markdownToHtml(description, media.picture, file.at(['description']))
  if (!given) return undefined
  const { id, language, title, note = '', canDo } = given
  return { id, language, title, description: html, note, svg, image, ...(canDo && { canDo }) }
}

/** What course.yaml says, as far as it is text. */
function textsOf(value: unknown): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, one]) => typeof one === 'string'))
}

async function expectFolder(folder: string): Promise<void> {
  const kind = await stat(folder).catch(() => undefined)
  if (!kind) throw new CourseMistakes([`${folder}: there is no such folder`])
  if (!kind.isDirectory())
    throw new CourseMistakes([`${folder}: is not a folder; a course is a folder with a course.yaml`])
}

function lessonContent({ id, title, pages }: LessonFile, { id: courseId, language }: CourseContent): LessonContent {
  return { lesson: { id, courseId, title, language, program: { alias: PROGRAM_ALIAS } }, pages }
}
