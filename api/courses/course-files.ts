import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type * as v from 'valibot'
import { PROGRAM_ALIAS } from '../../contract/courses.ts'
import type { LessonContent } from '../../contract/lesson-media.ts'
import type { CourseContent } from './catalogue/snapshot.ts'
import { type Film, readFilms } from './films/film.ts'
import { type CourseFolder, diskFolder } from './reading/course-folder.ts'
import { CourseMedia } from './reading/course-media.ts'
import { CourseReader } from './reading/course-reader.ts'
import { CourseMistakesError, type Findings, lines } from './reading/findings.ts'
import { readIcon } from './reading/icon.ts'
import type { LessonSource } from './reading/lesson-file.ts'
import { readLessons } from './reading/lesson-files.ts'
import { markdownToHtml } from './reading/markdown.ts'
import type { MediaFile } from './reading/media-file.ts'
import { CourseShape, checked } from './reading/shapes.ts'
import type { YamlFile } from './reading/yaml/yaml-file.ts'

/** A course folder in which every file was read and has no mistake. */
export type CourseFiles = {
  content: CourseContent
  isBeta: boolean
  position: number
  /** `place`: the `file:line:column` of a lesson's id. */
  lessons: { content: LessonContent; isBeta: boolean; place: string; media: MediaFile[] }[]
  media: MediaFile[]
  /** Empty without `looksIntoFilms`. */
  films: Film[]
  warnings: string[]
  /** The files of the folder as they are, also those that no page names. */
  folder: SourceFile[]
  /** The YAML files, by name. */
  texts: ReadonlyMap<string, string>
}

/** `source` is where the bytes of a file are. */
export type SourceFile = { name: string; digest: string; source: string }

/** What was found in a course folder; `course` is undefined if there is a mistake. */
export type InspectedCourse = {
  course: CourseFiles | undefined
  findings: Findings
  texts: ReadonlyMap<string, string>
  yamlFiles: readonly YamlFile[]
}

/** Courses without a position come last. */
const LAST_POSITION = 1_000_000
/** The id if course.yaml has a mistake, so that everything else is still checked. */
const UNKNOWN_COURSE = 'course'

type Options = {
  looksIntoFilms?: boolean
  /** Those of the lesson ids that belong to another course, each with the id of that course. */
  foreignLessons?(ids: readonly string[], courseId: string | undefined): Promise<ReadonlyMap<string, string>>
}

/**
 * Reads a whole course from a folder on the disk. Throws `CourseMistakesError` with all that is wrong in any of its
 * files. `looksIntoFilms` needs ffmpeg. Without it only the first bytes of a film are checked.
 */
export async function readCourse(folder: string, options: Options = {}): Promise<CourseFiles> {
  await expectFolder(folder)
  const { course, findings } = await inspectCourse(diskFolder(folder), options)
  findings.throwMistakes()
  if (!course) throw new Error('A course without mistakes has a content')
  return course
}

/** Reads a whole course and says what is wrong in it. */
export async function inspectCourse(folder: CourseFolder, options: Options = {}): Promise<InspectedCourse> {
  const { looksIntoFilms = false, foreignLessons } = options
  const reader = new CourseReader(folder)
  const { findings, texts, yamlFiles } = reader
  const file = await reader.yaml('course.yaml')
  const given = file && checked(CourseShape, file.value, file.at())
  const media = await CourseMedia.read(reader, given?.id ?? UNKNOWN_COURSE)
  const content = file && (await readContent(reader, media, file, given))
  const { lessons, files } = await readLessons(reader, media)
  for (const [id, owner] of (await foreignLessons?.([...files.keys()], given?.id ?? textsOf(file?.value).id)) ?? [])
    files.get(id)?.at('id').mistake(`lesson \`${id}\` belongs to the course \`${owner}\` already`)
  const used = [...new Set([media, ...lessons.map(lesson => lesson.media)].flatMap(one => one.used))]
  const films = looksIntoFilms ? await readFilms(used, findings) : []
  if (findings.mistakes.length > 0 || !given || !content) return { course: undefined, findings, texts, yamlFiles }
  const course: CourseFiles = {
    content,
    isBeta: given.beta ?? false,
    position: given.position ?? LAST_POSITION,
    lessons: lessons.map(lesson => ({
      content: lessonContent(lesson, content),
      isBeta: lesson.isBeta,
      place: lesson.file.at('id').toString(),
      media: lesson.media.used,
    })),
    media: used,
    films,
    warnings: lines(findings.warnings),
    folder: [...media.all.map(sourceFile), ...(await iconFile(reader, given.icon))],
    texts,
  }
  return { course, findings, texts, yamlFiles }
}

function sourceFile({ name, digest, source }: MediaFile): SourceFile {
  return { name, digest, source }
}

async function iconFile({ folder }: CourseReader, name: string | undefined): Promise<SourceFile[]> {
  return name === undefined ? [] : [{ name, digest: await folder.digestOf(name), source: folder.pathOf(name) }]
}

type RawCourse = v.InferOutput<typeof CourseShape>

async function readContent(
  reader: CourseReader,
  media: CourseMedia,
  file: YamlFile,
  given: RawCourse | undefined,
): Promise<CourseContent | undefined> {
  // The icon and the description are checked even if something else in course.yaml is wrong.
  const { icon, description = '' } = given ?? textsOf(file.value)
  const { svg, image } = await readIcon(reader, media, {
    name: icon,
    courseId: given?.id ?? UNKNOWN_COURSE,
    place: file.at('icon'),
  })
  const html = markdownToHtml(description, media.picture, file.at('description'))
  if (!given) return undefined
  if (description.trim() === '')
    file.at('description').warn('says nothing: learners read it on the card of the course before they begin')
  const { id, language, title, note = '', canDo } = given
  return { id, language, title, description: html, note, svg, image, ...(canDo && { canDo }) }
}

/** The fields of course.yaml that are text, unchecked. */
function textsOf(value: unknown): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, one]) => typeof one === 'string'))
}

async function expectFolder(folder: string): Promise<void> {
  const kind = await stat(folder).catch(({ code }) => code as string)
  if (kind === 'EACCES')
    throw new CourseMistakesError([`${folder}: the user ${userInfo().username}, who runs this, may not read there`])
  if (typeof kind === 'string') throw new CourseMistakesError([`${folder}: there is no such folder`])
  if (!kind.isDirectory())
    throw new CourseMistakesError([`${folder}: is not a folder; a course is a folder with a course.yaml`])
}

function lessonContent({ id, title, pages }: LessonSource, { id: courseId, language }: CourseContent): LessonContent {
  return { lesson: { id, courseId, title, language, program: { alias: PROGRAM_ALIAS } }, pages }
}
