import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mapInTurns } from './in-turns.ts'

test('while the sentences of a long list are made, others get their turn', async () => {
  let turns = 0
  let isMade = false
  const others = (async () => {
    for (; !isMade; turns++) await turn()
  })()
  const squares = await mapInTurns(
    Array.from({ length: 40 }, (_, index) => index),
    number => {
      const end = performance.now() + 2
      while (performance.now() < end);
      return number * number
    },
  )
  isMade = true
  await others
  expect(squares.at(-1)).toBe(39 * 39)
  expect(turns).toBeGreaterThan(3)
})
