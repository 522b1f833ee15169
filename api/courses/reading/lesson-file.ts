import type * as v from 'valibot'
import type { Page } from '../../../contract/lessons.ts'
import { type KnownPageType, type PageOptions, pageTypeOf, pageTypes } from '../../../contract/pages/index.ts'
import type { Choice } from '../../../contract/pages/page-type.ts'
import type { CourseMedia } from './course-media.ts'
import { finishFields } from './page-fields.ts'
import { checked, ID, ID_RULE, LessonShape, PageShape } from './shapes.ts'
import type { YamlFile, YamlPlace } from './yaml/yaml-file.ts'

export type LessonSource = { file: YamlFile; id: string; title: string; isBeta: boolean; pages: Page[] }

/** Reads a lesson and all its pages. Undefined after reporting why the lesson cannot be used. */
export function readLessonSource(file: YamlFile, media: CourseMedia): LessonSource | undefined {
  const given = checked(LessonShape, file.value, file.at())
  // The pages are checked even if the lesson has a mistake of its own.
  const raw = pagesIn(file.value)
  const pages = raw.map((page, index) => readPage(page, file.at('pages', index), media))
  reportSharedIds(raw, file.at('pages'))
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

function readPage(value: unknown, place: YamlPlace, media: CourseMedia): Page | undefined {
  const page = checked(PageShape, value, place)
  const { options: given, ...raw } = (value ?? {}) as RawPage
  const { type } = page ?? raw
  const options = isPageType(type) ? readOptions(type, given, place.at('options')) : undefined
  // The texts and files of a page are checked even if the page has a mistake.
  const { options: _, ...fields } = page ?? { ...raw, options: undefined }
  const finished = finishFields({ ...fields, ...(options ? { options } : {}) }, place, media)
  if (!page) return undefined
  reportMissingContent(page, place)
  return finished as Page
}

function isPageType(type: unknown): type is string {
  return typeof type === 'string' && pageTypes.has(type)
}

/** A page before it is checked. */
type RawPage = { id?: unknown; type?: unknown; options?: unknown }

function reportMissingContent(
  { type, rank, avFilename, textContent }: v.InferOutput<typeof PageShape>,
  place: YamlPlace,
): void {
  const { needs, mayOpenLesson } = pageTypeOf(type)
  if (needs === 'film' && !avFilename?.toLowerCase().endsWith('.mp4'))
    place.at('avFilename').mistake('this page needs a film: a file that ends in .mp4')
  if (needs === 'text-or-media' && !avFilename && !textContent?.trim())
    place.warn('has nothing to show: give it a text, a sound or a film')
  if (rank === 1 && !mayOpenLesson) place.at('rank').warn('this kind of page cannot be the opening page of a lesson')
}

function readOptions(type: string, given: unknown, place: YamlPlace): PageOptions | undefined {
  const pageType = pageTypeOf(type)
  const options = checked(pageType.options, given ?? {}, place)
  if (!options) return undefined
  for (const { path: inner, message } of pageType.mistakes(options)) {
    place.at(...inner).mistake(message)
  }
  reportBadChoices(pageType, options, place)
  return given === undefined ? undefined : options
}

/** A stored answer names a choice by its id, an old answer by its text. Several choices are joined by '|'. */
function reportBadChoices(pageType: KnownPageType, options: PageOptions, place: YamlPlace): void {
  const choices = pageType.choices(options)
  const seen = new Set<unknown>()
  for (const [name, list] of Object.entries(options)) {
    if (!Array.isArray(list)) continue
    for (const [index, choice] of (list as Choice[]).entries()) {
      if (!choices.includes(choice)) continue
      const { id, text } = choice
      const choicePlace = place.at(name, index)
      if (!ID.test(String(id))) choicePlace.at('id').mistake(ID_RULE)
      if (seen.has(id)) choicePlace.at('id').mistake(`\`${id}\` is the id of another choice of this page`)
      if (String(text).includes('|')) choicePlace.at('text').mistake('must not contain |', '|')
      if (String(text).trim() === '') choicePlace.at('text').mistake('must not be empty')
      seen.add(id)
    }
  }
}

function reportSharedIds(pages: readonly unknown[], place: YamlPlace): void {
  const seen = new Set<string>()
  for (const [index, page] of pages.entries()) {
    const { id } = (page ?? {}) as RawPage
    if (typeof id !== 'string') continue
    if (seen.has(id)) place.at(index, 'id').mistake(`\`${id}\` is the id of another page already`)
    seen.add(id)
  }
}
