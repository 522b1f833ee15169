import { expect, test } from 'vitest'
import { countsOf } from './question-counts.ts'

function barsOf(options: { min?: number; max?: number; step?: number }, answers: readonly number[]) {
  const given = { at: 0, tries: null, version: 1, mentor: null, link: null, isReviewed: false, spokenMs: null }
  const shown = answers.flatMap(answer => Array(5).fill({ ...given, answer: String(answer) }))
  const { numbers } = countsOf({ id: 'slider', type: 'number', options }, shown)
  return numbers?.bars.map(({ from, to, count }) => [from, to, count])
}

test('a slider by tenths has each answer in its own bar, and bars with the numbers of the slider', () => {
  expect(barsOf({ max: 0.3, step: 0.1 }, [0.2, 0.3])).toEqual([
    [0, 0, null],
    [0.1, 0.1, null],
    [0.2, 0.2, 5],
    [0.3, 0.3, 5],
  ])
  expect(barsOf({ max: 1, step: 0.1 }, [0.5, 0.6, 1])).toEqual([
    [0, 0.1, null],
    [0.2, 0.3, null],
    [0.4, 0.5, 5],
    [0.6, 0.7, 5],
    [0.8, 0.9, null],
    [1, 1, 5],
  ])
})
