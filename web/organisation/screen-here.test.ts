import { expect, test } from 'vitest'
import { screens } from './places.ts'
import { insteadOf, screenAt } from './screen-here.ts'

test('the address of a course without /edit leads to its editor, and each other one that was cut to what is above it', () => {
  expect(insteadOf('/org/courses/tea')).toBe('/org/courses/tea/edit')
  expect(insteadOf('/org/courses/tea/')).toBe('/org/courses/tea/edit')
  expect(insteadOf('/org/people/noura/lessons')).toBe('/org/people/noura')
  expect(insteadOf('/org/invite/list')).toBe('/org/invite')
  expect(insteadOf('/org/no/such/place')).toBe('/org')
  for (const path of Object.keys(screens)) {
    expect(insteadOf(path)).toBeUndefined()
    const parts = path.split('/')
    for (let length = 2; length < parts.length; length++) {
      const cut = parts.slice(0, length).join('/')
      expect(screenAt(insteadOf(cut) ?? cut), cut).toBeDefined()
    }
  }
})
