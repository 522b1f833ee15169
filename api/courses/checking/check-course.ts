import { isDeepStrictEqual } from 'node:util'
import { type CourseFiles, inspectCourse } from '../course-files.ts'
import { DraftCourse, pagesByKey } from '../drafts/draft-course.ts'
import { itemKeys } from '../drafts/keys.ts'
import { rememberFile } from '../drafts/lesson-text.ts'
import type { CourseFile } from '../files/course-file-list.ts'
import { storedFolder } from '../reading/course-folder.ts'
import type { Findings, SourceFinding as Found } from '../reading/findings.ts'
import type { Value } from '../writing/yaml-value.ts'
import { type FormField, formFieldAt } from './field-words.ts'

export type CheckJob = {
  files: readonly CourseFile[]
  texts: ReadonlyMap<string, string>
  /** The texts of the published version. */
  baseTexts: ReadonlyMap<string, string>
  mediaDir: string
  /** Lessons of other courses: lesson id to course id. */
  owners: ReadonlyMap<string, string>
  looksIntoFilms: boolean
}

export type PlacedFinding = {
  isMistake: boolean
  file: string
  line: number
  column: number
  source: string
  path?: string[]
  at?: { lesson: string; page?: number }
  field?: FormField
  message: string
}

export type CheckedCourse = {
  findings: PlacedFinding[]
  summary: Summary
  /** Undefined if there is a mistake. */
  course: CourseFiles | undefined
}

/** What a list says about a draft. */
export type Summary = {
  title: string
  language: string
  note: string
  lessons: number
  pages: number
  mistakes: number
  changedPages: number
}

/** An odd file can have a hundred thousand mistakes and warnings, and nobody reads so many. Mistakes come first. */
const MAX_TOLD = 1000

/** Checks a course by the rules of the import. */
export async function checkCourse(job: CheckJob): Promise<CheckedCourse> {
  const { files, texts, mediaDir, owners, looksIntoFilms } = job
  const { course, findings, yamlFiles } = await inspectCourse(storedFolder(files, texts, mediaDir), {
    looksIntoFilms,
    foreignLessons: async ids =>
      new Map(ids.flatMap(id => (owners.has(id) ? [[id, owners.get(id) as string] as const] : []))),
  })
  for (const file of yamlFiles) rememberFile(file)
  const written = new DraftCourse(texts)
  const { mistakes } = findings
  return {
    findings: placed(findings, written, texts),
    summary: { ...summaryOf(written), mistakes: mistakes.length, changedPages: changedPages(written, job.baseTexts) },
    course,
  }
}

function summaryOf(written: DraftCourse) {
  const { title, language, note } = written.courseFields ?? {}
  const { lessons } = written
  return {
    title: typeof title === 'string' ? title : '',
    language: typeof language === 'string' ? language : '',
    note: typeof note === 'string' ? note : '',
    lessons: lessons.length,
    pages: lessons.reduce((sum, { pages }) => sum + pages.length, 0),
  }
}

function changedPages(written: DraftCourse, baseTexts: ReadonlyMap<string, string>): number {
  if (baseTexts.size === 0) return 0
  const before = pagesByKey(new DraftCourse(baseTexts))
  const now = pagesByKey(written)
  const changed = [...now].filter(([key, page]) => !isDeepStrictEqual(page, before.get(key)))
  return changed.length + [...before.keys()].filter(key => !now.has(key)).length
}

function placed(findings: Findings, written: DraftCourse, texts: ReadonlyMap<string, string>): PlacedFinding[] {
  const { lessons } = written
  const keys = new Map(lessons.map(lesson => [lesson.name, lesson]))
  const all = [
    ...findings.mistakes.map(one => ({ ...one, isMistake: true })),
    ...findings.warnings.map(one => ({ ...one, isMistake: false })),
  ].slice(0, MAX_TOLD)
  const known = new Set<string>()
  const linesOf = new Map([...texts].map(([name, text]) => [name, text.split('\n')]))
  const inFileOrder = all.toSorted(
    (one, other) => one.file.localeCompare(other.file, 'en') || one.line - other.line || one.column - other.column,
  )
  return inFileOrder.flatMap(({ file, line, column, message, steps, isMistake }) => {
    const key = [file, line, column, message].join('\n')
    if (known.has(key)) return []
    known.add(key)
    const source = (linesOf.get(file)?.[line - 1] ?? '').slice(0, 300)
    const path = pathOf({ file, steps }, written.courseFields, keys)
    const at = lessonPageOf({ steps }, keys.get(file))
    const field = formFieldAt(file, steps, keys.get(file)?.pages ?? [])
    const place = { ...(path && { path }), ...(at && { at }), ...(field && { field }) }
    return [{ isMistake, file, line, column, source, message, ...place }]
  })
}

type Lesson = DraftCourse['lessons'][number]

function pathOf(
  { file, steps }: Pick<Found, 'file' | 'steps'>,
  course: Record<string, Value> | undefined,
  lessons: ReadonlyMap<string, Lesson>,
): string[] | undefined {
  if (file === 'course.yaml') return course && steps?.length ? ['course', ...inKeys(course, steps)] : undefined
  const lesson = lessons.get(file)
  if (!lesson?.fields) return undefined
  return ['lessons', lesson.key, ...inKeys({ ...lesson.fields, pages: lesson.pages }, steps ?? [])]
}

/** The lesson and page in words for an author. */
function lessonPageOf({ steps }: Pick<Found, 'steps'>, lesson: Lesson | undefined): PlacedFinding['at'] {
  const title = lesson?.fields?.title
  if (typeof title !== 'string') return undefined
  const [first, index] = steps ?? []
  return { lesson: title, ...(first === 'pages' && typeof index === 'number' ? { page: index + 1 } : {}) }
}

/** Turns a path of indexes into a path of keys. */
function inKeys(root: Value, steps: readonly (string | number)[]): string[] {
  let inner = root
  return steps.map(step => {
    const key = Array.isArray(inner) && typeof step === 'number' ? (itemKeys(inner)[step] ?? `#${step}`) : String(step)
    inner = (inner as Record<string | number, Value> | undefined | null)?.[step]
    return key
  })
}
