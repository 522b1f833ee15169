import { ApiError } from '../../../contract/calls/api-error.ts'
import { escapeLineStart, escapeMarkdown } from '../../../contract/organisation/escape-markdown.ts'
import type { Corrected, OutlinePage } from '../../../contract/organisation/other-programs.ts'
import { DraftCourse } from '../drafts/draft-course.ts'
import { courseTexts, type WrittenPage } from './course-texts.ts'
import { firstWords, plainWords } from './markdown-signs.ts'

const CHOICES = ['multichoice', 'multiselect']
const ITEM = /^(?:[-*+]|\d{1,3}[.)])\s+/
const MAX_ANSWERS = 20

type Answer = { id: string; text: string; isCorrect?: boolean; [field: string]: unknown }

/** The type of a page, and the types that it can become. */
export function outlinePage(page: WrittenPage): Pick<OutlinePage, 'id' | 'title' | 'type' | 'types' | 'answers'> {
  const { id, type } = page
  const answers = answersOf(page)
  const title =
    firstWords(textOf(page)) ||
    answers
      .map(({ text }) => text)
      .join(', ')
      .slice(0, 100)
  const shown = answers.map(({ id, text, isCorrect }) => ({ id, text, isRight: isCorrect === true }))
  const types = typesOf(page, answers).map(one => ({ type: one, answers: SHOWN[one as keyof typeof SHOWN] ?? 'none' }))
  return { id, title, type, types, answers: shown }
}

/** A multichoice has right answers, a multiselect has none. */
const SHOWN = { multiselect: 'listed', multichoice: 'marked' } as const

function typesOf({ type, avFilename }: WrittenPage, answers: readonly Answer[]): string[] {
  if (CHOICES.includes(type)) return [...CHOICES, 'rich-text']
  if (type === 'text-response') return ['text-response', 'rich-text']
  if (type !== 'rich-text' || avFilename !== undefined) return [type]
  return answers.length >= 2 ? ['rich-text', ...CHOICES, 'text-response'] : ['rich-text', 'text-response']
}

function textOf({ textContent }: WrittenPage): string {
  return typeof textContent === 'string' ? textContent : ''
}

/** The answers of a question, or of the list at the end of a text. */
function answersOf(page: WrittenPage): Answer[] {
  const { answers } = (page.options ?? {}) as { answers?: Answer[] }
  if (CHOICES.includes(page.type)) return answers ?? []
  return page.type === 'rich-text' ? listAtEnd(textOf(page)).answers : []
}

function listAtEnd(text: string): { before: string; answers: Answer[] } {
  const lines = text.trimEnd().split('\n')
  const first = lines.findLastIndex(line => !ITEM.test(line)) + 1
  const items = lines.slice(first)
  if (items.length < 2 || items.length > MAX_ANSWERS) return { before: text, answers: [] }
  const answers = items.map((line, index) => ({
    id: `a${index + 1}`,
    text: plainWords(line.replace(ITEM, '')).replaceAll('|', '/') || '…',
  }))
  return { before: lines.slice(0, first).join('\n').trim(), answers }
}

/** The YAML files of an upload with its author's corrections, for a course with this id. */
export function correctedTexts(
  texts: ReadonlyMap<string, string>,
  { title, language, lessons }: Corrected,
  courseId: string,
): Map<string, string> {
  const pages = new DraftCourse(texts).lessons.flatMap(lesson => lesson.pages as WrittenPage[])
  const byId = new Map(pages.map(page => [page.id, page]))
  const wanted = lessons.map(lesson => ({
    title: lesson.title,
    pages: lesson.pages.map(({ id, type, right }) => {
      const page = byId.get(id)
      // A page can be used once: it is removed from the map.
      if (!page || !byId.delete(id)) throw new ApiError('not-found')
      return corrected(page, type, new Set(right))
    }),
  }))
  return courseTexts(courseId, { title, language }, wanted)
}

function corrected(page: WrittenPage, type: string, right: ReadonlySet<string>): WrittenPage {
  const answers = answersOf(page)
  if (!typesOf(page, answers).includes(type))
    throw new ApiError('bad-request', { message: `type: it cannot be ${type}` })
  if (CHOICES.includes(type)) return asChoice(page, type, answers, right)
  if (type === page.type) return page
  const { options: _, ...rest } = page
  const isAsked = CHOICES.includes(page.type)
  const list = answers.map(({ text }) => `- ${escapeLineStart(escapeMarkdown(text))}`).join('\n')
  return { ...rest, type, ...(isAsked ? { textContent: [textOf(page), list].join('\n\n') } : {}) }
}

function asChoice(
  page: WrittenPage,
  type: string,
  answers: readonly Answer[],
  right: ReadonlySet<string>,
): WrittenPage {
  const written = answers.map(({ isCorrect: _, ...answer }) => ({
    ...answer,
    ...(type === 'multichoice' && right.has(answer.id) ? { isCorrect: true } : {}),
  }))
  const textContent = page.type === 'rich-text' ? listAtEnd(textOf(page)).before : textOf(page)
  return { ...page, type, textContent, options: { ...(page.options as object | undefined), answers: written } }
}
