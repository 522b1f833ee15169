import { expect, test } from 'vitest'
import { canBack, canForward, furthestPage, pageIdOf, pageNumberOf } from './navigation.ts'

test('the bare address of a lesson is its first page, and the first page has the bare address', () => {
  expect(pageNumberOf(undefined, 3, 9)).toBe(1)
  expect(pageIdOf(1)).toBeUndefined()
  expect(pageIdOf(2)).toBe('2')
})

test('an address leads at most one page beyond what is completed, and never beyond the lesson', () => {
  expect(pageNumberOf('2', 3, 9)).toBe(2)
  expect(pageNumberOf('4', 3, 9)).toBe(4)
  expect(pageNumberOf('7', 3, 9)).toBe(4)
  expect(pageNumberOf('99', 9, 9)).toBe(9)
  expect(furthestPage(0, 9)).toBe(1)
  // The lesson became shorter since.
  expect(pageNumberOf('9', 9, 5)).toBe(5)
})

test('an address that names no page leads to the first', () => {
  for (const pageId of ['', '0', '-1', '1.5', '٣', 'two', '1e3', ' 2', '0x2', '9999999999'])
    expect(pageNumberOf(pageId, 9, 9)).toBe(1)
})

test('the arrow forward opens on completed pages only, the arrow back above the first', () => {
  expect(canForward(2, 1, 9)).toBe(false)
  expect(canForward(2, 2, 9)).toBe(true)
  expect(canForward(9, 9, 9)).toBe(false)
  expect(canBack(1)).toBe(false)
  expect(canBack(2)).toBe(true)
})
