import { expect, test } from 'vitest'
import { Blocks } from './blocks.ts'
import { BLOCK_SAMPLES, LIMIT_SECONDS } from './recording-format.ts'

/** The number of samples that a browser delivers at once. */
const QUANTUM = 128

function gathered(heard: number, limit: number) {
  const taken: Float32Array[] = []
  const blocks = new Blocks(limit, block => taken.push(block))
  let next = 0
  while (next < heard) blocks.add(Float32Array.from({ length: Math.min(QUANTUM, heard - next) }, () => next++))
  return { blocks, taken }
}

test('sound is delivered in blocks of 4096, each sample once and in order', () => {
  const { blocks, taken } = gathered(10_000, 1_000_000)
  expect(taken.map(block => block.length)).toEqual([4096, 4096])
  blocks.end()
  expect(taken.map(block => block.length)).toEqual([4096, 4096, 10_000 - 2 * BLOCK_SAMPLES])
  expect(taken.flatMap(block => [...block])).toEqual(Array.from({ length: 10_000 }, (_, index) => index))
})

test('at the limit of two minutes it ends by itself, exact to the sample, at each rate', () => {
  for (const rate of [44_100, 48_000, 32_000]) {
    const { blocks, taken } = gathered(LIMIT_SECONDS * rate + 5000, LIMIT_SECONDS * rate)
    expect(blocks.isFull).toBe(true)
    expect(taken.reduce((sum, block) => sum + block.length, 0)).toBe(120 * rate)
  }
})

test('after the end no sound is accepted, and none is delivered twice', () => {
  const { blocks, taken } = gathered(100, 1000)
  blocks.end()
  blocks.end()
  blocks.add(new Float32Array(QUANTUM))
  expect(taken.map(block => block.length)).toEqual([100])
})
