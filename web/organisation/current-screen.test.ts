import { expect, test } from 'vitest'
import { redirectFrom, screenAt } from './current-screen.ts'
import { screens } from './places.ts'

test('the address of a course without /edit leads to its editor, and each other one that was cut to what is above it', () => {
  expect(redirectFrom('/org/courses/tea')).toBe('/org/courses/tea/edit')
  expect(redirectFrom('/org/courses/tea/')).toBe('/org/courses/tea/edit')
  expect(redirectFrom('/org/people/noura/lessons')).toBe('/org/people/noura')
  expect(redirectFrom('/org/invite/list')).toBe('/org/invite')
  expect(redirectFrom('/org/no/such/place')).toBe('/org')
  for (const path of Object.keys(screens)) {
    expect(redirectFrom(path)).toBeUndefined()
    const parts = path.split('/')
    for (let length = 2; length < parts.length; length++) {
      const cut = parts.slice(0, length).join('/')
      expect(screenAt(redirectFrom(cut) ?? cut), cut).toBeDefined()
    }
  }
})
