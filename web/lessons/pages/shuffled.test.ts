import { expect, test } from 'vitest'
import { shuffled } from './shuffled.ts'

const solution = ['pressure', 'water', 'gauze'].map(id => ({ id, text: id }))
const seeds = Array.from({ length: 200 }, (_, index) => `page-${index}`)

test('every word is there, in the same order each time the page is opened', () => {
  const words = shuffled(solution, solution, 'words')
  expect(words.map(({ id }) => id).sort()).toEqual(['gauze', 'pressure', 'water'])
  expect(shuffled(solution, solution, 'words')).toEqual(words)
})

test('no page shows the words in the right order', () => {
  for (const seed of seeds) expect(shuffled(solution, solution, seed)).not.toEqual(solution)
})

test('words without a place do not hide the right order of the others', () => {
  const extra = { id: 'powder', text: 'powder' }
  for (const seed of seeds) {
    const words = shuffled([...solution, extra], solution, seed)
    expect(words.filter(word => word !== extra)).not.toEqual(solution)
  }
})

test('pages differ in their order', () => {
  const orders = new Set(
    seeds.map(seed =>
      shuffled(solution, solution, seed)
        .map(({ id }) => id)
        .join(),
    ),
  )
  expect(orders.size).toBe(5)
})

test('equal words are not shuffled for ever', () => {
  const same = ['a', 'b'].map(id => ({ id, text: 'again' }))
  expect(shuffled(same, same, 'x')).toHaveLength(2)
})
