import type { LeftOut, PageNote } from '../../../contract/organisation/other-programs.ts'
import type { SketchPage } from './sketch.ts'

/** The fields of all questions. */
export type Question = {
  /** The name by which an author finds the question in the other program. */
  name: string
  was: string
  /** Markdown. */
  text: string
  hint?: string
  notes: readonly PageNote[]
}

export type SketchChoice = { text: string; isRight: boolean; feedback?: string | undefined }
type Made = SketchPage | LeftOut

const MAX_CHOICES = { multichoice: 20, multiselect: 30 } as const
const MAX_BLANKS = 12

export function isLeftOut(made: Made): made is LeftOut {
  return 'reason' in made
}

export function leftOut({ name, was }: Pick<Question, 'name' | 'was'>, reason: LeftOut['reason']): LeftOut {
  return { name: name.slice(0, 200), was, reason }
}

/** A page on which learners choose one answer. If several are right, they may choose any number: no choice is wrong. */
export function choicePage(question: Question, answers: readonly SketchChoice[]): Made {
  const isMany = answers.filter(({ isRight }) => isRight).length > 1
  const type = isMany ? 'multiselect' : 'multichoice'
  if (answers.length < 2) return leftOut(question, 'too-few')
  if (answers.length > MAX_CHOICES[type]) return leftOut(question, 'too-many')
  const notes = new Set(question.notes)
  if (isMany) notes.add('right-lost')
  const written = answers.map(({ text, isRight, feedback }, index) => ({
    id: `a${index + 1}`,
    text: plain(text, notes),
    ...(isRight && !isMany ? { isCorrect: true } : {}),
    ...(feedback ? { feedback } : {}),
  }))
  return { ...page(question, type, notes), options: { answers: written } }
}

/** A page with a sentence for each pair, and the words that belong into the sentences. */
export function matchPage(
  question: Question,
  pairs: readonly { prompt: string; text: string }[],
  others: readonly string[],
): Made {
  if (pairs.length < 2) return leftOut(question, 'too-few')
  if (pairs.length > MAX_BLANKS || others.length > MAX_BLANKS) return leftOut(question, 'too-many')
  const notes = new Set(question.notes)
  const blanks = pairs.map(({ prompt, text }, index) => ({
    id: `w${index + 1}`,
    text: plain(text, notes),
    correctOrder: index + 1,
    ...(prompt ? { prompt } : {}),
  }))
  const answers = others.map((text, index) => ({ id: `o${index + 1}`, text: plain(text, notes) }))
  return { ...page(question, 'match-blanks', notes), options: { blanks, ...(answers.length > 0 ? { answers } : {}) } }
}

/** A page with a slider over the range of the right values. The page cannot say which of them are right. */
export function numberPage(question: Question, values: readonly { low: number; high: number }[]): Made {
  const known = values.filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high))
  if (known.length === 0) return leftOut(question, 'unreadable')
  const low = Math.min(...known.map(value => value.low))
  const high = Math.max(...known.map(value => value.high))
  const [min, max] = low < high ? [low, high] : around(low)
  const isWhole = Number.isInteger(min) && Number.isInteger(max)
  const step = isWhole ? 1 : Math.min(10 ** -Math.max(decimals(min), decimals(max)), max - min)
  const made = page(question, 'number', new Set([...question.notes, 'value-lost']))
  return { ...made, options: { min, max, ...(step === 1 ? {} : { step }) } }
}

export function textPage(question: Question, notes: readonly PageNote[] = []): SketchPage {
  return page(question, 'text-response', new Set([...question.notes, ...notes]))
}

export function readPage(question: Question): Made {
  return question.text.trim() === '' ? leftOut(question, 'empty') : page(question, 'rich-text', new Set(question.notes))
}

function page({ text, was, hint }: Question, type: string, notes: ReadonlySet<PageNote>): SketchPage {
  const textContent = type === 'rich-text' ? text : asHeading(text)
  return { type, textContent, was, notes: [...notes], ...(hint ? { hint } : {}) }
}

const PICTURES_AT_END = /\s*((?:!\[(?:\\.|[^\]\\])*\]\([^)\s]*\)\s*)+)$/

/** Nobody writes a longer line as a heading, and `PICTURES_AT_END` would take minutes for a hostile one. */
const MAX_LINE = 2000

/** A question of one line is the heading of its page. Pictures at the end of the line come below it. */
function asHeading(text: string): string {
  if (text.includes('\n') || text.length > MAX_LINE) return text
  const [end, pictures] = PICTURES_AT_END.exec(text) ?? []
  const words = end ? text.slice(0, -end.length) : ''
  if (pictures && words !== '') return `${asHeading(words)}\n\n${pictures.trim()}`
  const isLine = text.length <= 200 && !/^(?:#|>|- |\d+\. |!\[)/.test(text)
  return isLine && text !== '' ? `# ${text}` : text
}

/** Learners' answers are stored with a `|` between them, so no answer may contain one. */
function plain(text: string, notes: Set<PageNote>): string {
  if (text.includes('|')) notes.add('bar')
  return text.replaceAll('|', '/').trim() || '…'
}

function around(value: number): [number, number] {
  if (value === 0) return [0, 10]
  return value > 0 ? [0, value * 2] : [value * 2, 0]
}

function decimals(value: number): number {
  return Math.min(6, String(value).split('.')[1]?.length ?? 0)
}

/** The words for true and false, in the language of the question. */
export function trueAndFalse(text: string): [string, string] {
  return isArabic(text) ? ['صحيح', 'خطأ'] : ['True', 'False']
}

export function isArabic(text: string): boolean {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  return arabic > latin
}
