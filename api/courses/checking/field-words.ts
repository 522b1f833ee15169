import { createTranslator } from 'use-intl/core'
import { type Language, languages } from '../../../contract/languages.ts'
import { type KnownPageType, type OptionName, pageTypeOf, pageTypes } from '../../../contract/pages/index.ts'
import type english from '../../../contract/texts/en.json'
import { readTexts } from '../../texts/read-texts.ts'
import type { Value } from '../writing/yaml-value.ts'

type Texts = Pick<typeof english, 'editor' | 'courseFiles'>
const texts = readTexts('editor', 'courseFiles')

/** A field of a form: `path` without places in lists, such as `['options', 'answers', 'feedback']`. */
export type FormField = {
  of: 'course' | 'lesson' | 'page'
  path: readonly string[]
  /** The type of the page. */
  type?: string
  /** The place of the answer or blank, from 1. */
  number?: number
}

type Steps = readonly (string | number)[]

/** The field that a finding is about. Undefined for a finding about a whole course, lesson or page. */
export function formFieldAt(file: string, steps: Steps | undefined, pages: readonly Value[]): FormField | undefined {
  const [first, index, ...inner] = steps ?? []
  if (first === undefined) return undefined
  if (file === 'course.yaml') return { of: 'course', path: [String(first)] }
  if (first !== 'pages' || typeof index !== 'number') return { of: 'lesson', path: [String(first)] }
  if (inner.length === 0) return undefined
  const page = pages[index]
  const type = (page as { type?: unknown } | null | undefined)?.type
  const number = numberOf(page, inner)
  const path = inner.filter(step => typeof step === 'string')
  return { of: 'page', path, ...(typeof type === 'string' && { type }), ...(number !== undefined && { number }) }
}

/** The form shows blanks in the order of their places. */
function numberOf(page: Value, [, list, index]: Steps): number | undefined {
  if (typeof index !== 'number') return undefined
  const place = (page as { options?: { blanks?: { correctOrder?: unknown }[] } }).options?.blanks?.[index]?.correctOrder
  return list === 'blanks' && typeof place === 'number' ? place : index + 1
}

/** The label that a field has in the form, so that a person finds it. Undefined if no form has the field. */
export function wordsOfField(language: Language, { of, path, type, number = 1 }: FormField): string | undefined {
  const from = { locale: languages[language].locale, messages: texts[language] }
  const t = createTranslator({ ...from, namespace: 'editor' })
  const name = path.join('.')
  if (of === 'course') return COURSE[name] && t(COURSE[name])
  if (of === 'lesson') return LESSON[name] && t(LESSON[name])
  const own = ofType(name, type) ?? PAGE[name]
  if (own) return t(own)
  const [, list, inner] = path
  const ofOption = `option.${list as OptionName}.label` as const
  if (path[0] === 'options' && t.has(ofOption)) return t(ofOption)
  if (list === 'blanks') return t(BLANK[inner ?? ''] ?? 'place', { number })
  if (list !== 'answers') return undefined
  if (inner === 'feedback') return t('feedbackOf', { number })
  const item = t('answer', { number })
  const label = ANSWER[inner ?? '']
  return label ? createTranslator({ ...from, namespace: 'courseFiles' })('inItem', { item, name: t(label) }) : item
}

type Key = Parameters<ReturnType<typeof createTranslator<Texts, 'editor'>>>[0]

const COURSE: Record<string, Key> = {
  title: 'courseTitle',
  description: 'description',
  note: 'colour',
  icon: 'icon.label',
  canDo: 'canDo',
  sister: 'sister.choose',
}

const LESSON: Record<string, Key> = { title: 'lessonTitle', beta: 'lessonBeta', pages: 'outline' }

const PAGE: Record<string, Key> = {
  hint: 'hint',
  buttonText: 'buttonText',
  alt: 'filmShows',
  captions: 'captions',
  transcript: 'transcript',
  rank: 'opening',
  'options.blanks': 'places',
}

const BLANK: Record<string, 'wordOf' | 'promptOf'> = { text: 'wordOf', prompt: 'promptOf' }

const ANSWER: Record<string, Key> = {
  detailContent: 'behind',
  avFilename: 'soundOrFilm',
  alt: 'filmShows',
  captions: 'captions',
  transcript: 'transcript',
}

/** The labels that depend on the type of the page. */
function ofType(name: string, type: string | undefined): Key | undefined {
  const known = type !== undefined && pageTypes.has(type) ? pageTypeOf(type) : undefined
  if (name === 'avFilename') return known?.needs === 'film' ? 'film' : 'soundOrFilm'
  if (name === 'textContent') return known && known.stored(known.empty) !== undefined ? 'question' : 'text'
  if (name === 'options.answers') return known && hasBlanks(known) ? 'extraWords' : 'answers'
  return undefined
}

function hasBlanks({ options }: KnownPageType): boolean {
  return Object.hasOwn((options as { entries?: object }).entries ?? {}, 'blanks')
}
