import { languageCodes } from '../../contract/languages.ts'
import type { LessonContent } from '../../contract/lesson-media.ts'

/**
 * The schema of the contract as a plain function, because the browser has no Valibot. A test compares both.
 */
export function isLessonContent(value: unknown): value is LessonContent {
  const { lesson, pages } = fieldsOf(value)
  return isLesson(lesson) && Array.isArray(pages) && pages.every(isPage)
}

function isLesson(value: unknown): boolean {
  const { id, courseId, title, language, program, bytes, changedAt } = fieldsOf(value)
  const isNamed = [id, courseId, title, fieldsOf(program).alias].every(isText)
  const { usual, saving } = fieldsOf(bytes)
  const isCounted = bytes === undefined || (isNumber(usual) && isNumber(saving))
  return isNamed && languageCodes.some(code => code === language) && isCounted && isOptional(changedAt, isNumber)
}

const TEXTS = 'textContent buttonText hint avFilename alt captions transcript poster soundOnly'.split(' ')
const NUMBERS = ['rank', 'soundBytes']

function isPage(value: unknown): boolean {
  const page = fieldsOf(value)
  if (![page.id, page.type].every(isText)) return false
  if (!TEXTS.every(name => isOptional(page[name], isText))) return false
  if (!NUMBERS.every(name => isOptional(page[name], isNumber))) return false
  return isOptional(page.originalOnly, only => only === true) && isOptional(page.options, isObject)
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function isOptional(value: unknown, check: (value: unknown) => boolean): boolean {
  return value === undefined || check(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && !Number.isNaN(value)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
