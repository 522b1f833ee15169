import { expect, test } from 'vitest'
import { requestedRange } from './ranges.ts'

const BYTES = 1000

test.each([
  ['bytes=0-499', { start: 0, end: 499 }],
  ['bytes=500-', { start: 500, end: 999 }],
  ['bytes=-1', { start: 999, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=990-5000', { start: 990, end: 999 }],
  ['bytes=0-0', { start: 0, end: 0 }],
])('%s is a range', (header, part) => {
  expect(requestedRange(header, BYTES)).toEqual(part)
})

test('ranges that overlap or touch become one', () => {
  expect(requestedRange('bytes=100-200,0-99,150-300', BYTES)).toEqual({ start: 0, end: 300 })
  expect(requestedRange('bytes=0-10, 5-20, 5000-', BYTES)).toEqual({ start: 0, end: 20 })
})

test('several separate ranges get the whole file', () => {
  expect(requestedRange('bytes=0-10,500-510', BYTES)).toBeUndefined()
  expect(requestedRange('bytes=0-10,500-510,11-20', BYTES)).toBeUndefined()
})

test.each([undefined, '', 'items=0-5', 'seconds=1'])('%j asks for no range', header => {
  expect(requestedRange(header, BYTES)).toBeUndefined()
})

test.each([
  'bytes=',
  'bytes=-',
  'bytes=-0',
  'bytes=1000-',
  'bytes=9999999999-',
  'bytes=5-2',
  'bytes=--5',
  'bytes=1.5-3',
  'bytes=a-b',
  'bytes=99999999999999999999-',
  `bytes=${'0-0,'.repeat(1000)}0-0`,
])('%.30s cannot be satisfied', header => {
  expect(requestedRange(header, BYTES)).toBe('unsatisfiable')
})

test('an empty file has no ranges', () => {
  for (const header of ['bytes=0-', 'bytes=-5', 'bytes=0-0']) expect(requestedRange(header, 0)).toBe('unsatisfiable')
})
