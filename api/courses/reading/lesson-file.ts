import type * as v from 'valibot'
import type { Page } from '../../../contract/lessons.ts'
import { type KnownPageType, type PageOptions, pageTypeOf, pageTypes } from '../../../contract/pages/index.ts'
import type { Choice } from '../../../contract/pages/page-type.ts'
import type { CourseMedia } from './course-media.ts'
import { finishFields } from './page-fields.ts'
import { checked, ID, ID_RULE, LessonShape, PageShape } from './shapes.ts'
import type { Path, YamlFile } from './yaml-file.ts'

export type LessonFile = { file: YamlFile; id: string; title: string; isBeta: boolean; pages: Page[] }

/** Reads a lesson and all its pages. Undefined where that made no sense; the findings have the reasons. */
export function readLessonFile(file: YamlFile, media: CourseMedia): LessonFile | undefined {
  const given = checked(LessonShape, file.value, file)
  // Even of a lesson without a title the pages are looked at.
  const raw = pagesIn(file.value)
  const pages = raw.map((page, index) => readPage(page, file, ['pages', index], media))
  tellSharedIds(raw, file, ['pages'])
  if (!given) return undefined
  return {
    file,
    id: given.id,
    title: given.title,
    isBeta: given.beta ?? false,
    pages: pages.filter(page => page !== undefined),
  }
}

function pagesIn(lesson: unknown): unknown[] {
  const pages = (lesson as { pages?: unknown } | null)?.pages
  return Array.isArray(pages) ? pages : []
}

function readPage(value: unknown, file: YamlFile, path: Path, media: CourseMedia): Page | undefined {
  const page = checked(PageShape, value, file, path)
  const { options: given, ...raw } = (value ?? {}) as Given
  const { type } = page ?? raw
  const options = isPageType(type) ? readOptions(type, given, file, [...path, 'options']) : undefined
  // A page with a mistake is shown to nobody, but its texts and files are looked at all the same.
  const { options: _, ...fields } = page ?? { ...raw, options: undefined }
  const finished = finishFields({ ...fields, ...(options ? { options } : {}) }, file, path, media)
  if (!page) return undefined
  tellEmptyPage(page, file, path)
  return finished as Page
}

function isPageType(type: unknown): type is string {
  return typeof type === 'string' && pageTypes.has(type)
}

/** What a page may hold before anybody checked it. */
type Given = { id?: unknown; type?: unknown; options?: unknown }

const OPENING_TYPES = [...pageTypes.values()].flatMap(one => (one.mayOpenLesson ? one.type : [])).join(' and ')

function tellEmptyPage(
  { type, rank, avFilename, textContent }: v.InferOutput<typeof PageShape>,
  file: YamlFile,
  path: Path,
) {
  const { needs, mayOpenLesson } = pageTypeOf(type)
  if (needs === 'film' && !avFilename?.toLowerCase().endsWith('.mp4'))
    file.at([...path, 'avFilename']).mistake(`a ${type} page needs a film: a file that ends in .mp4`)
  if (needs === 'text-or-media' && !avFilename && !textContent?.trim())
    file.at(path).warn('has nothing to show: give it textContent or avFilename')
  if (rank === 1 && !mayOpenLesson) file.at([...path, 'rank']).warn(`rank 1 is the look of ${OPENING_TYPES} pages only`)
}

/** Every page type says itself what its options are and what can be wrong with them. */
function readOptions(type: string, given: unknown, file: YamlFile, path: Path): PageOptions | undefined {
  const pageType = pageTypeOf(type)
  const options = checked(pageType.options, given ?? {}, file, path)
  if (!options) return undefined
  for (const { path: inner, message } of pageType.mistakes(options)) {
    file.at([...path, ...inner]).mistake(message)
  }
  tellBadChoices(pageType, options, file, path)
  return given === undefined ? undefined : options
}

/** What is said of an answer is its id, and older records have its text; lists of them are joined by '|'. */
function tellBadChoices(pageType: KnownPageType, options: PageOptions, file: YamlFile, path: Path): void {
  const choices = pageType.choices(options)
  const seen = new Set<unknown>()
  for (const [name, list] of Object.entries(options)) {
    if (!Array.isArray(list)) continue
    for (const [index, choice] of (list as Choice[]).entries()) {
      if (!choices.includes(choice)) continue
      const { id, text } = choice
      const place = [...path, name, index]
      if (!ID.test(String(id))) file.at([...place, 'id']).mistake(ID_RULE)
      if (seen.has(id)) file.at([...place, 'id']).mistake(`\`${id}\` is the id of another choice of this page`)
      if (String(text).includes('|')) file.at([...place, 'text']).mistake('must not contain |', '|')
      if (String(text).trim() === '') file.at([...place, 'text']).mistake('must not be empty')
      seen.add(id)
    }
  }
}

function tellSharedIds(pages: readonly unknown[], file: YamlFile, path: Path): void {
  const seen = new Set<string>()
  for (const [index, page] of pages.entries()) {
    const { id } = (page ?? {}) as Given
    if (typeof id !== 'string') continue
    if (seen.has(id)) file.at([...path, index, 'id']).mistake(`\`${id}\` is the id of another page already`)
    seen.add(id)
  }
}
