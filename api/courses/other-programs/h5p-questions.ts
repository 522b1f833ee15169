import { escapeMarkdown } from '../../../contract/organisation/escape-markdown.ts'
import type { LeftOut, PageNote } from '../../../contract/organisation/other-programs.ts'
import { fields, type H5pContent, h5pList, h5pText, kindOf } from './h5p-content.ts'
import { htmlToWords, type NotedText } from './html-to-markdown.ts'
import * as questions from './questions.ts'
import type { SketchPage } from './sketch.ts'

type Tools = {
  markdown(html: unknown): Promise<NotedText>
  /** The picture above a question. */
  media(of: unknown): Promise<{ markdown: string; isLost: boolean }>
}
type Made = SketchPage | LeftOut

/** Questions of H5P as pages. */
export async function h5pQuestion(content: H5pContent, base: questions.Question, tools: Tools): Promise<Made | Made[]> {
  const { params } = content
  const readQuestion = async (html: unknown): Promise<questions.Question> => {
    const { text, notes } = await tools.markdown(html)
    const { markdown, isLost } = await tools.media(params.media)
    const lost: PageNote[] = isLost ? ['picture-missing'] : []
    return {
      ...base,
      text: [text, markdown].filter(Boolean).join('\n\n'),
      notes: [...notes, ...lost, ...feedbackOf(params)],
    }
  }
  switch (kindOf(content)) {
    case 'MultiChoice':
      return choices(await readQuestion(params.question), params)
    case 'SingleChoiceSet':
      return Promise.all(h5pList(params.choices).map(choice => oneOfSet(choice, base, tools)))
    case 'TrueFalse':
      return trueOrFalse(await readQuestion(params.question), params)
    case 'DragText':
      return gaps(
        await readQuestion(params.taskDescription),
        [h5pText(params.textField)],
        wordsInGaps(h5pText(params.distractors)),
      )
    case 'Blanks':
      return gaps(await readQuestion(params.text), h5pList(params.questions).map(h5pText), [])
    case 'Essay':
      return questions.textPage(
        await readQuestion(params.taskDescription),
        h5pList(params.keywords).length > 0 ? ['answers-lost'] : [],
      )
    case 'Accordion':
      return accordion(base, params, tools)
    default:
      return questions.leftOut(base, 'unknown')
  }
}

/** Feedback for the whole question is lost, because a page has feedback for each answer. */
function feedbackOf(params: H5pContent['params']): PageNote[] {
  const all = h5pList(params.overallFeedback).map(one => h5pText(fields(one).feedback))
  return all.some(text => text.trim() !== '') ? ['feedback-lost'] : []
}

function choices(question: questions.Question, params: H5pContent['params']): Made {
  const notes = new Set(question.notes)
  const answers = h5pList(params.answers).map(one => {
    const { text, correct, tipsAndFeedback } = fields(one)
    const words = htmlToWords(h5pText(text))
    const { chosenFeedback, notChosenFeedback, tip } = fields(tipsAndFeedback)
    if (h5pText(tip).trim() !== '' || h5pText(notChosenFeedback).trim() !== '') notes.add('tips-lost')
    for (const note of words.notes) notes.add(note)
    return { text: words.text, isRight: correct === true, feedback: htmlToWords(h5pText(chosenFeedback)).text }
  })
  return questions.choicePage({ ...question, notes: [...notes] }, answers)
}

async function oneOfSet(choice: unknown, base: questions.Question, { markdown }: Tools): Promise<Made> {
  const { question, answers } = fields(choice)
  const { text, notes } = await markdown(question)
  // The first answer is the right one. The author of the course may change the order.
  const all = h5pList(answers).map((answer, index) => ({ ...htmlToWords(h5pText(answer)), isRight: index === 0 }))
  return questions.choicePage({ ...base, text, notes }, all)
}

function trueOrFalse(question: questions.Question, params: H5pContent['params']): Made {
  const { trueText, falseText } = fields(params.l10n)
  const [yes, no] = questions.trueAndFalse(question.text)
  const { feedbackOnCorrect, feedbackOnWrong } = fields(params.behaviour)
  const isTrue = params.correct === 'true' || params.correct === true
  const feedbackFor = (isRight: boolean) => htmlToWords(h5pText(isRight ? feedbackOnCorrect : feedbackOnWrong)).text
  return questions.choicePage(question, [
    { text: h5pText(trueText) || yes, isRight: isTrue, feedback: feedbackFor(isTrue) },
    { text: h5pText(falseText) || no, isRight: !isTrue, feedback: feedbackFor(!isTrue) },
  ])
}

const GAP = /\*([^*]+)\*/g

/** `Rinse with *water/tap water:A tip*.`: the learner puts the words between the stars back into their gaps. */
function gaps(question: questions.Question, texts: readonly string[], others: readonly string[]): Made {
  const notes = new Set(question.notes)
  const pairs: { prompt: string; text: string }[] = []
  const rest: string[] = []
  for (const { text } of texts.map(htmlToWords)) {
    let end = 0
    for (const found of text.matchAll(GAP)) {
      const [solution = '', tip] = (found[1] ?? '').split(/:(?!\/)/)
      const [word = '', ...alternatives] = solution.split('/')
      if (alternatives.length > 0) notes.add('answers-lost')
      if (tip !== undefined) notes.add('tips-lost')
      pairs.push({ prompt: text.slice(end, found.index).trim(), text: word.trim() })
      end = found.index + found[0].length
    }
    const after = text.slice(end).trim()
    if (/[\p{L}\p{N}]/u.test(after)) rest.push(after)
  }
  const text = [question.text, ...rest.map(words => `… ${escapeMarkdown(words)}`)].filter(Boolean).join('\n\n')
  return questions.matchPage({ ...question, text, notes: [...notes] }, pairs, others)
}

function wordsInGaps(text: string): string[] {
  return [...text.matchAll(GAP)].map(found => (found[1] ?? '').split(/:(?!\/)/)[0]?.trim() ?? '')
}

async function accordion(base: questions.Question, params: H5pContent['params'], { markdown }: Tools): Promise<Made> {
  const panels = h5pList(params.panels)
  if (panels.length === 0) return questions.leftOut(base, 'empty')
  if (panels.length > 20) return questions.leftOut(base, 'too-many')
  const notes = new Set(base.notes)
  const answers = await Promise.all(
    panels.map(async (panel, index) => {
      const { title, content } = fields(panel)
      const { text, notes: found } = await markdown(fields(fields(content).params).text)
      for (const note of found) notes.add(note)
      const words = htmlToWords(h5pText(title)).text.replaceAll('|', '/') || '…'
      return { id: `a${index + 1}`, text: words, detailContent: text }
    }),
  )
  const textContent = `# ${escapeMarkdown(base.name)}`
  return { type: 'explore-options', textContent, was: base.was, notes: [...notes], options: { answers } }
}
