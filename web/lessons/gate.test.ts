import { expect, test } from 'vitest'
import { reasonToWait } from './gate.ts'

const open: Parameters<typeof reasonToWait>[0] = {
  isComplete: false,
  missing: undefined,
  checkedOnPress: [],
  toFinish: [],
  finished: new Set<string>(),
  troubled: new Set<string>(),
}

test('a page that asks for nothing is open, and so is every completed one', () => {
  expect(reasonToWait(open)).toBeUndefined()
  expect(reasonToWait({ ...open, isComplete: true, missing: 'choose', toFinish: ['a.mp3'] })).toBeUndefined()
})

test('the answer is asked for first, then the sound', () => {
  const page = { ...open, toFinish: ['a.mp3'] }
  expect(reasonToWait({ ...page, missing: 'write-more' })).toBe('write-more')
  expect(reasonToWait(page)).toBe('listen')
  expect(reasonToWait({ ...page, finished: new Set(['a.mp3']) })).toBeUndefined()
})

test('every sound and film has to come to its end', () => {
  const page = { ...open, toFinish: ['a.mp3', 'b.mp4'] }
  expect(reasonToWait({ ...page, finished: new Set(['a.mp3']) })).toBe('watch')
  expect(reasonToWait({ ...page, finished: new Set(['a.mp3', 'b.mp4']) })).toBeUndefined()
})

test('what cannot be had is told apart from what was not heard yet', () => {
  expect(reasonToWait({ ...open, toFinish: ['a.mp3'], troubled: new Set(['a.mp3']) })).toBe('connection')
})

test('words in wrong places may be checked, once the sound was heard', () => {
  const page = { ...open, checkedOnPress: ['blanks-wrong'] as const }
  expect(reasonToWait({ ...page, missing: 'blanks-wrong' })).toBeUndefined()
  expect(reasonToWait({ ...page, missing: 'blanks-wrong', toFinish: ['a.mp3'] })).toBe('listen')
  expect(reasonToWait({ ...page, missing: 'fill-blanks' })).toBe('fill-blanks')
})
