import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advance,
  coursePercent,
  isPageComplete,
  type LessonData,
  type PageStep,
  resumePage,
  untouchedLesson,
} from './progress.ts'

const pages = ['start', 'pressure', 'kit']

function step(pageNumber: number, answer?: string): PageStep {
  return { pageId: pages[pageNumber - 1] as string, pageNumber, totalPages: pages.length, answer }
}

test('a page below the last starts the lesson, the last one completes it', () => {
  expect(advance(undefined, step(1)).status).toBe('started')
  expect(advance(undefined, step(3)).status).toBe('complete')
})

test('a complete lesson stays complete when Noura does its first page again', () => {
  const complete = advance(undefined, step(3))
  expect(advance(complete, step(1))).toMatchObject({ status: 'complete', lastCompleted: 3 })
})

test('an answer is stored under its page, and a page without an answer deletes none', () => {
  const answered = advance(undefined, step(2, 'press'))
  expect(advance(answered, step(2)).answers).toEqual({ pressure: 'press' })
})

test('an empty answer is none and deletes none', () => {
  const answered = advance(undefined, { ...step(2), answer: ['3', 'twice'] })
  for (const nothing of ['', ' \n', [], ['', '']])
    expect(advance(answered, { ...step(2), answer: nothing }).answers).toEqual(answered.answers)
})

test('status and last page do not depend on the order and number of logs', () => {
  const numbers = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(numbers, fc.integer(), (logged, seed) => {
      const shuffled = [...logged, ...logged].sort((a, b) => Math.sin(a * seed) - Math.sin(b * seed))
      const state = ({ status, lastCompleted }: LessonData) => ({ status, lastCompleted })
      const all = (list: number[]) => list.reduce((data, number) => advance(data, step(number)), untouchedLesson)
      expect(state(all(shuffled))).toEqual(state(all(logged)))
    }),
    { numRuns: 2000 },
  )
})

test('a page is complete if it is not after the last completed one', () => {
  const data = advance(undefined, step(2))
  expect([1, 2, 3].map(number => isPageComplete(data, number))).toEqual([true, true, false])
  expect(isPageComplete(undefined, 1)).toBe(false)
})

test('a started lesson opens after the last completed page, but never beyond the end', () => {
  const at = (lastCompleted: number, status: LessonData['status'] = 'started') =>
    resumePage({ status, lastCompleted, totalPages: 5, answers: {} })
  expect(at(2)).toBe(3)
  expect(at(5)).toBe(5)
  expect(at(0)).toBe(1)
  expect(at(5, 'complete')).toBe(1)
  expect(resumePage(undefined)).toBe(1)
})

test('a course of four lessons, one complete and one started, is 38 percent done', () => {
  const complete = { ...untouchedLesson, status: 'complete' as const }
  const started = { ...untouchedLesson, status: 'started' as const }
  expect(coursePercent(['a', 'b', 'c', 'd'], { a: complete, b: started })).toBe(38)
  expect(coursePercent(['a', 'b'], { a: complete, b: complete })).toBe(100)
  expect(coursePercent(['a'], {})).toBe(0)
  expect(coursePercent([], {})).toBe(0)
})
