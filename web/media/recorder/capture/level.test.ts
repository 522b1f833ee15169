import { expect, test } from 'vitest'
import { levelOf } from './level.ts'

const tone = (loudness: number) => Float32Array.from({ length: 4096 }, (_, i) => loudness * Math.sin(i / 7))

test('silence shows nothing, speech about the middle, shouting the maximum', () => {
  expect(levelOf(new Float32Array(4096))).toBe(0)
  expect(levelOf(new Float32Array(0))).toBe(0)
  expect(levelOf(tone(0.001))).toBe(0)
  expect(levelOf(tone(0.05))).toBeGreaterThan(0.4)
  expect(levelOf(tone(0.05))).toBeLessThan(0.8)
  expect(levelOf(tone(1))).toBe(1)
})
