import { expect, test } from 'vitest'
import { canGoBack, canGoForward, furthestPage, pageIdOf, pageNumberOf } from './navigation.ts'

test('the path of a lesson without a number is its first page, and the first page has no number', () => {
  expect(pageNumberOf(undefined, 3, 9)).toBe(1)
  expect(pageIdOf(1)).toBeUndefined()
  expect(pageIdOf(2)).toBe('2')
})

test('a path leads at most one page beyond the completed ones, and never beyond the lesson', () => {
  expect(pageNumberOf('2', 3, 9)).toBe(2)
  expect(pageNumberOf('4', 3, 9)).toBe(4)
  expect(pageNumberOf('7', 3, 9)).toBe(4)
  expect(pageNumberOf('99', 9, 9)).toBe(9)
  expect(furthestPage(0, 9)).toBe(1)
  // The lesson has become shorter since.
  expect(pageNumberOf('9', 9, 5)).toBe(5)
})

test('a path with an invalid page number leads to the first', () => {
  for (const pageId of ['', '0', '02', '-1', '1.5', '٣', 'two', '1e3', ' 2', '0x2', '9999999999'])
    expect(pageNumberOf(pageId, 9, 9)).toBe(1)
})

test('the forward arrow works on completed pages only, the back arrow above the first page', () => {
  expect(canGoForward(2, 1, 9)).toBe(false)
  expect(canGoForward(2, 2, 9)).toBe(true)
  expect(canGoForward(9, 9, 9)).toBe(false)
  expect(canGoBack(1)).toBe(false)
  expect(canGoBack(2)).toBe(true)
})
