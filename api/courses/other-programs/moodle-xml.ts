import { escapeLineStart, escapeMarkdown } from '../../../contract/organisation/escape-markdown.ts'
import type { PageNote } from '../../../contract/organisation/other-programs.ts'
import { BadZipError } from '../zip/open-zip.ts'
import { lessonOfCategory } from './gift.ts'
import { htmlToMarkdown, htmlToWords } from './html-to-markdown.ts'
import * as questions from './questions.ts'
import { Lessons, type SaveMedia, type Sketch } from './sketch.ts'
import { type Element, elementsIn, firstIn, readXml, textIn } from './tree.ts'

/** Texts that Moodle adds to each question. The app has its own. */
const OWN_WORDS =
  /^(?:your answer is (?:correct|partially correct|incorrect)\.?|إجابتك (?:صحيحة|صحيحة جزئيا|خاطئة|غير صحيحة)\.?)?$/i

/** Moodle draws these signs of TeX as a formula. */
const FORMULA = /\\[([]|\$\$/

/** Moodle's XML of questions. */
export async function readMoodleXml(text: string, title: string, save: SaveMedia): Promise<Sketch> {
  const quiz = firstIn(readXml(text), 'quiz')
  if (!quiz) throw new BadZipError('is XML, but has no questions of Moodle in it')
  const lessons = new Lessons()
  const left: Sketch['left'] = []
  let lesson = title
  for (const question of elementsIn(quiz, 'question')) {
    const type = question.attributes.type ?? ''
    if (type === 'category') {
      lesson = lessonOfCategory(textIn(firstIn(question, 'category', 'text'))) || title
      continue
    }
    const made = await pageOf(question, type, save)
    if (questions.isLeftOut(made)) left.push(made)
    else lessons.lesson(lesson).pages.push(made)
  }
  return { title, language: undefined, lessons: lessons.filled, left }
}

async function pageOf(element: Element, type: string, save: SaveMedia) {
  const { text, notes } = await markdownOf(firstIn(element, 'questiontext'), save)
  const name = textIn(firstIn(element, 'name', 'text')).trim()
  const all = new Set(notes)
  const hint = hintOf(element, all)
  if (FORMULA.test(textIn(element))) all.add('formula')
  const question = { name, was: type, text, notes: [...all], ...(hint ? { hint } : {}) }
  switch (type) {
    case 'multichoice':
      return choices(question, element)
    case 'truefalse':
      return trueOrFalse(question, element)
    case 'matching':
      return matching(question, element)
    case 'shortanswer':
      return questions.textPage(question, ['answers-lost'])
    case 'essay':
      return questions.textPage(question, hasMoreThanTask(element) ? ['essay-lost'] : [])
    case 'numerical':
      return questions.numberPage(question, elementsIn(element, 'answer').flatMap(rangeOf))
    case 'description':
      return questions.readPage(question)
    default:
      return questions.leftOut(question, 'unknown')
  }
}

/** The first of these texts becomes the hint of the page. A page has no place for the others. */
function hintOf(element: Element, notes: Set<PageNote>): string {
  const names = ['generalfeedback', 'hint', 'incorrectfeedback', 'partiallycorrectfeedback', 'correctfeedback']
  const found = names.flatMap(name =>
    elementsIn(element, name).map(one => {
      const { text, notes: ownNotes } = htmlToWords(textIn(firstIn(one, 'text')))
      for (const note of ownNotes) notes.add(note)
      return text
    }),
  )
  const [first = '', ...others] = found.filter(words => !OWN_WORDS.test(words))
  if (others.length > 0) notes.add('feedback-lost')
  return first
}

async function markdownOf(element: Element | undefined, save: SaveMedia) {
  const source = textIn(firstIn(element, 'text'))
  const format = element?.attributes.format ?? 'moodle_auto_format'
  const files = new Map((element ? elementsIn(element, 'file') : []).map(file => [file.attributes.name ?? '', file]))
  const picture = async (src: string) => {
    const file = files.get(decodeName(src.replace(/^@@PLUGINFILE@@\//, '').split('?')[0] ?? ''))
    return file && save(file.attributes.name ?? '', Buffer.from(textIn(file), 'base64'))
  }
  if (format === 'markdown') return { text: source.trim(), notes: [] }
  if (format === 'html' || /<\/?[a-z][^>]*>/i.test(source)) return htmlToMarkdown(source, picture)
  const lines = source
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  return { text: lines.map(line => escapeLineStart(escapeMarkdown(line))).join('\n\n'), notes: [] }
}

/** A percent sign that begins no code stays as it is. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Whether there is a text to begin with, something for those who mark the answers, or a place for files. */
function hasMoreThanTask(element: Element): boolean {
  const texts = ['responsetemplate', 'graderinfo'].map(name => htmlToWords(textIn(firstIn(element, name, 'text'))).text)
  return texts.some(words => words !== '') || !/^0?$/.test(textIn(firstIn(element, 'attachments')).trim())
}

function answersOf(element: Element) {
  return elementsIn(element, 'answer').map(answer => {
    const { text, notes } = htmlToWords(textIn(firstIn(answer, 'text')))
    const feedback = htmlToWords(textIn(firstIn(answer, 'feedback', 'text')))
    const points = Number(answer.attributes.fraction ?? 0)
    return { points, text, feedback: feedback.text, notes: [...notes, ...feedback.notes] }
  })
}

function withNotes(question: questions.Question, notes: readonly PageNote[]): questions.Question {
  return { ...question, notes: [...new Set([...question.notes, ...notes])] }
}

function choices(question: questions.Question, element: Element) {
  const answers = answersOf(element)
  const isSingle = /^(?:true|1)$/i.test(textIn(firstIn(element, 'single')).trim() || 'true')
  const isWhole = answers.some(({ points }) => points === 100)
  const isRight = (points: number) => (isSingle && isWhole ? points === 100 : points > 0)
  const hasParts = isSingle && answers.some(({ points }) => points !== 0 && points !== 100)
  return questions.choicePage(
    withNotes(question, [...answers.flatMap(({ notes }) => notes), ...(hasParts ? (['weights-lost'] as const) : [])]),
    answers.map(({ text, points, feedback }) => ({ text, isRight: isRight(points), feedback })),
  )
}

function trueOrFalse(question: questions.Question, element: Element) {
  const [yes, no] = questions.trueAndFalse(question.text)
  const words = new Map([
    ['true', yes],
    ['false', no],
  ])
  const found = answersOf(element)
  const answers = found.map(({ text, points, feedback }) => {
    return { text: words.get(text.toLowerCase()) ?? text, isRight: points === 100, feedback }
  })
  const notes = found.flatMap(answer => answer.notes)
  return questions.choicePage(withNotes(question, notes), answers)
}

function matching(question: questions.Question, element: Element) {
  const found = elementsIn(element, 'subquestion').map(pair =>
    [firstIn(pair, 'text'), firstIn(pair, 'answer', 'text')].map(part => htmlToWords(textIn(part))),
  )
  const notes = found.flat().flatMap(part => part.notes)
  const pairs = found.map(([prompt, answer]) => ({ prompt: prompt?.text ?? '', text: answer?.text ?? '' }))
  const isPair = ({ prompt }: { prompt: string }) => prompt !== ''
  return questions.matchPage(
    withNotes(question, notes),
    pairs.filter(isPair),
    pairs.filter(pair => !isPair(pair)).map(({ text }) => text),
  )
}

/** `*` is no value: it gives feedback to every other answer. */
function rangeOf(answer: Element): { low: number; high: number }[] {
  const text = textIn(firstIn(answer, 'text')).trim()
  const tolerance = Number(textIn(firstIn(answer, 'tolerance')).trim() || 0)
  return text === '*' || text === '' ? [] : [{ low: Number(text) - tolerance, high: Number(text) + tolerance }]
}
