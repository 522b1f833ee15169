import { escapeLineStart, escapeMarkdown } from '../../../contract/organisation/escape-markdown.ts'
import { htmlToMarkdown, htmlToWords, type NotedText } from './html-to-markdown.ts'
import { plainWords } from './markdown-signs.ts'
import * as questions from './questions.ts'
import { Lessons, type Sketch } from './sketch.ts'

/** A sign after a backslash is plain text. While the text is parsed, a private letter of Unicode stands for it. */
const SIGNS = ['~', '=', '#', '{', '}', ':', '\\']
const FIRST_OWN = 0xe000
const FORMAT = /^\s*\[(html|markdown|plain|moodle)\]/i

/** Reads Moodle's format GIFT. Each paragraph is a question, with its answers between braces. */
export async function readGift(text: string, title: string): Promise<Sketch> {
  const lessons = new Lessons()
  const left: Sketch['left'] = []
  let lesson = title
  for (const paragraph of paragraphsOf(text)) {
    const found = /^\s*\$CATEGORY:[ \t]*([^\n]*)\n?([\s\S]*)$/i.exec(paragraph)
    const [category, rest] = found ? [found[1], found[2]] : [undefined, paragraph]
    if (category !== undefined) lesson = lessonOfCategory(category) || title
    if (!rest?.trim()) continue
    const made = await pageOf(hidden(rest))
    if (questions.isLeftOut(made)) left.push(made)
    else lessons.lesson(lesson).pages.push(made)
  }
  return { title, language: undefined, lessons: lessons.filled, left }
}

/** `$course$/top/Tea/Water` is the lesson `Tea / Water`. */
export function lessonOfCategory(category: string): string {
  const parts = category.split(/(?<!\/)\/(?!\/)/).map(part => part.replaceAll('//', '/').trim())
  return parts
    .filter(part => part !== '' && part !== 'top' && !/^\$\w+\$$/.test(part))
    .join(' / ')
    .slice(0, 200)
}

export function looksLikeGift(text: string): boolean {
  return (
    /^\s*(?:\$CATEGORY:|::[^:\n]+::)/m.test(text) || /(?<!\\)\{\s*(?:[=~#]|T(?:RUE)?\b|F(?:ALSE)?\b)[^{}]*\}/.test(text)
  )
}

function paragraphsOf(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  return lines
    .filter(line => !/^\s*\/\//.test(line))
    .join('\n')
    .split(/\n[ \t]*\n/)
    .flatMap(questionsIn)
    .filter(paragraph => paragraph.trim() !== '')
}

/** Some files have no empty line between questions. In them, a line with a name begins the next question. */
function questionsIn(paragraph: string): string[] {
  const found: string[][] = [[]]
  let depth = 0
  for (const line of paragraph.split('\n')) {
    if (depth <= 0 && /^\s*::.*?::/.test(line)) found.push([])
    found.at(-1)?.push(line)
    const braces = line.replace(/\\./g, '').match(/[{}]/g) ?? []
    depth += braces.reduce((sum, brace) => sum + (brace === '{' ? 1 : -1), 0)
  }
  return found.map(lines => lines.join('\n'))
}

function hidden(text: string): string {
  return text.replace(/\\([~=#{}:\\n])/g, (_, sign: string) =>
    sign === 'n' ? '\n' : String.fromCharCode(FIRST_OWN + SIGNS.indexOf(sign)),
  )
}

function shown(text: string): string {
  return text.replace(/[\ue000-\ue006]/g, sign => SIGNS[sign.charCodeAt(0) - FIRST_OWN] ?? '')
}

async function pageOf(paragraph: string) {
  const named = /^\s*::([\s\S]*?)::([\s\S]*)$/.exec(paragraph)
  const [name, afterName = ''] = named ? [named[1], named[2]] : [undefined, paragraph]
  const format = FORMAT.exec(afterName)?.[1]?.toLowerCase() ?? 'moodle'
  const body = afterName.replace(FORMAT, '')
  const [begin, end] = [body.indexOf('{'), body.lastIndexOf('}')]
  const before = begin === -1 ? body : body.slice(0, begin)
  const after = begin === -1 || end < begin ? '' : body.slice(end + 1)
  const { text, notes } = await textOf(
    shown(after.trim() === '' ? before : `${before.trimEnd()} ____ ${after.trimStart()}`),
    format,
  )
  const title = shown(name ?? '').trim() || plainWords(text.split('\n')[0] ?? '')
  const question = { name: title, text, notes }
  if (begin === -1 && !body.includes('}')) return questions.readPage({ ...question, was: 'description' })
  if (begin === -1 || end < begin) return questions.leftOut({ ...question, was: 'GIFT' }, 'unreadable')
  return answered(question, body.slice(begin + 1, end), format)
}

type Asked = Omit<questions.Question, 'was'>

function answered(asked: Asked, body: string, format: string) {
  const [own = '', general = ''] = body.split('####')
  const hint = wordsOf(general, format).text
  const question = { ...asked, ...(hint ? { hint } : {}) }
  const answers = own.trim()
  if (answers === '') return questions.textPage({ ...question, was: 'essay' })
  if (answers.startsWith('#'))
    return questions.numberPage({ ...question, was: 'numerical' }, rangesIn(answers.slice(1)))
  if (/^(?:T|F|TRUE|FALSE)\s*(?:#|$)/i.test(answers))
    return trueOrFalse({ ...question, was: 'truefalse' }, answers, format)
  const parts = [...answers.matchAll(/([=~])\s*(?:%(-?[\d.]+)%)?([^=~]*)/g)]
  const isWhole = answers.startsWith('=') || answers.startsWith('~')
  if (!isWhole || parts.length === 0) return questions.leftOut({ ...question, was: 'GIFT' }, 'unreadable')
  if (parts.every(([, sign, , text = '']) => sign === '=' && text.includes('->')))
    return matching(question, parts, format)
  if (parts.every(([, sign]) => sign === '='))
    return questions.textPage({ ...question, was: 'shortanswer' }, ['answers-lost'])
  return choices({ ...question, was: 'multichoice' }, parts, format)
}

function choices(question: questions.Question, parts: readonly RegExpMatchArray[], format: string) {
  const notes = new Set(question.notes)
  const read = parts.map(([, sign, share, rest = '']) => {
    const [text = '', feedback = ''] = rest.split('#')
    const words = wordsOf(text, format)
    for (const note of words.notes) notes.add(note)
    const points = Number(share ?? (sign === '=' ? 100 : 0))
    return { text: words.text, points, feedback: wordsOf(feedback, format).text }
  })
  const isWhole = read.some(({ points }) => points === 100)
  // If one answer gives all points, an answer that gives fewer is wrong. Otherwise each answer with points is right.
  const answers = read.map(({ points, ...answer }) => ({ ...answer, isRight: isWhole ? points === 100 : points > 0 }))
  if (read.some(({ points }) => points !== 0 && points !== 100)) notes.add('weights-lost')
  return questions.choicePage({ ...question, notes: [...notes] }, answers)
}

function trueOrFalse(question: questions.Question, answers: string, format: string) {
  const [value = '', ifWrong = '', ifRight = ''] = answers.split('#')
  const isTrue = /^T/i.test(value.trim())
  const [wrong, right] = [wordsOf(ifWrong, format).text, wordsOf(ifRight, format).text]
  const [yes, no] = questions.trueAndFalse(question.text)
  return questions.choicePage(question, [
    { text: yes, isRight: isTrue, feedback: isTrue ? right : wrong },
    { text: no, isRight: !isTrue, feedback: isTrue ? wrong : right },
  ])
}

function matching(question: Asked, parts: readonly RegExpMatchArray[], format: string) {
  const pairs = parts.map(([, , , rest = '']) => {
    const [prompt = '', text = ''] = rest.split('->')
    return { prompt: wordsOf(prompt, format).text, text: wordsOf(text.split('#')[0] ?? '', format).text }
  })
  const isPair = ({ prompt }: { prompt: string }) => prompt !== ''
  const others = pairs.filter(pair => !isPair(pair)).map(({ text }) => text)
  return questions.matchPage({ ...question, was: 'matching' }, pairs.filter(isPair), others)
}

/** A number with its tolerance (`1822:5`), a range (`1..5`), or several of these, each after `=`. */
function rangesIn(text: string): { low: number; high: number }[] {
  const values = text.split('=').filter(one => one.trim() !== '')
  return values.map(one => {
    const value = (one.split('#')[0] ?? '').replace(/^\s*%-?[\d.]+%/, '').trim()
    const [, from, to] = /^(-?[\d.]+?)\.\.(-?[\d.]+)$/.exec(value) ?? []
    if (from !== undefined && to !== undefined) return { low: Number(from), high: Number(to) }
    const [middle = '', tolerance = '0'] = shown(value).split(':')
    if (middle.trim() === '') return { low: Number.NaN, high: Number.NaN }
    return { low: Number(middle) - Number(tolerance), high: Number(middle) + Number(tolerance) }
  })
}

async function textOf(text: string, format: string): Promise<NotedText> {
  if (format === 'html' || (format === 'moodle' && /<\/?[a-z][^>]*>/i.test(text)))
    return htmlToMarkdown(text, async () => undefined)
  if (format === 'markdown') return { text: text.trim(), notes: [] }
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  return { text: lines.map(line => escapeLineStart(escapeMarkdown(line))).join('\n\n'), notes: [] }
}

function wordsOf(text: string, format: string): NotedText {
  const own = FORMAT.exec(text)?.[1]?.toLowerCase() ?? format
  const words = shown(text.replace(FORMAT, ''))
  if (own === 'html' || (own === 'moodle' && /<\/?[a-z][^>]*>/i.test(words))) return htmlToWords(words)
  return { text: own === 'markdown' ? plainWords(words) : words.replace(/\s+/g, ' ').trim(), notes: [] }
}
