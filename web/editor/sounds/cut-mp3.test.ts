import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cutMp3, framesOf } from './cut-mp3.ts'

const voice = new Uint8Array(readFileSync('courses/first-steps-en/media/hello.mp3'))
const lengthOf = (mp3: Uint8Array) => framesOf(mp3).reduce((sum, { seconds }) => sum + seconds, 0)

test('both ends of a sound are cut off to the frame, and what stays is as it was', () => {
  const whole = lengthOf(voice)
  expect(whole).toBeGreaterThan(3)
  const cut = cutMp3(voice, 0.5, whole - 1)
  expect(lengthOf(cut)).toBeCloseTo(whole - 1.5, 1)
  expect(Buffer.from(voice).includes(cut)).toBe(true)
  expect(cut[0]).toBe(0xff)
})

test('without a cut all frames stay, and nothing is left of a cut that leaves nothing', () => {
  expect(framesOf(cutMp3(voice, 0, 1000))).toHaveLength(framesOf(voice).length)
  expect(cutMp3(voice, 500, 600)).toHaveLength(0)
  expect(cutMp3(new Uint8Array([1, 2, 3]), 0, 1)).toHaveLength(0)
})
