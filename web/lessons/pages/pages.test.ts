import { expect, test } from 'vitest'
import { pageTypes } from '../../../contract/pages/index.ts'
import { exploreOptions } from './explore-options.tsx'
import { pageScreenOf } from './index.ts'
import { matchBlanks } from './match-blanks.tsx'
import { multichoice } from './multichoice.tsx'
import { richText } from './rich-text.tsx'

const page = { id: 'first-step', type: 'multichoice', hint: 'Think of what helps blood to clot.' }
const answers = [
  { id: 'lift', text: 'Lift the cloth', feedback: 'That restarts the bleeding.' },
  { id: 'press', text: 'Press firmly', isCorrect: true },
  { id: 'powder', text: 'Put powder on it' },
]
const graded = { ...page, options: { answers } }
const blanks = ['pressure', 'water', 'gauze'].map((text, index) => ({ id: text, text, correctOrder: index + 1 }))
const words = { ...page, options: { blanks } }

test('every page type has its screen, and an unknown one is shown as rich text', () => {
  const others = [...pageTypes.keys()].filter(type => type !== 'rich-text')
  const without = others.filter(type => pageScreenOf(type) === richText)
  expect(without, 'add a line in web/lessons/pages/index.ts').toEqual([])
  expect(pageScreenOf('hologram')).toBe(richText)
})

test('a choice is shown as right or wrong, with the feedback of the answer or the hint of the page', () => {
  const feedback = (draft: string) => multichoice.feedback?.({ page: graded, draft, checked: undefined })
  expect(feedback('')).toBeUndefined()
  expect(feedback('lift')).toEqual({ isRight: false, hint: 'That restarts the bleeding.' })
  expect(feedback('powder')).toEqual({ isRight: false, hint: page.hint })
  expect(feedback('press')).toEqual({ isRight: true, hint: undefined })
})

test('if no answer is marked correct, none is wrong', () => {
  const asked = { ...page, options: { answers: answers.map(({ isCorrect, ...answer }) => answer) } }
  expect(multichoice.feedback?.({ page: asked, draft: 'powder', checked: undefined })).toBeUndefined()
})

test('words are checked after the button was pressed, and not after one was moved', () => {
  const draft = ['pressure', 'gauze', 'water']
  expect(matchBlanks.feedback?.({ page: words, draft, checked: undefined })).toBeUndefined()
  expect(matchBlanks.feedback?.({ page: words, draft, checked: draft })?.places).toEqual({ right: 1, wrong: 2 })
  expect(matchBlanks.feedback?.({ page: words, draft: ['pressure', '', 'water'], checked: draft })).toBeUndefined()
})

test('the sounds of opened answers to explore must play to their end', () => {
  const explore = {
    ...page,
    options: {
      answers: [
        { id: 'a', text: 'A', avFilename: 'a.mp3' },
        { id: 'b', text: 'B' },
      ],
    },
  }
  expect(exploreOptions.toFinish?.(explore, ['b'])).toEqual([])
  expect(exploreOptions.toFinish?.(explore, ['a', 'b'])).toEqual(['a.mp3'])
})

test('only an opening page has the brand colour', () => {
  expect(richText.look?.({ ...page, rank: 1 })).toBe('intro')
  expect(richText.look?.({ ...page, rank: 2 })).toBe('read')
})
