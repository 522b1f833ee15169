import { expect, test } from 'vitest'
import { slideBetween } from './slide.ts'

test.each([
  ['/', '/courses/first-aid-en', 'slide-left'],
  ['/courses/first-aid-en', '/', 'slide-right'],
  ['/courses', '/lessons', 'slide-left'],
  ['/courses/a/lessons/b', '/courses/a/lessons/b/2', 'slide-left'],
  ['/courses/a/lessons/b/2', '/courses/a/lessons/b', 'slide-right'],
  ['/courses/a/lessons/b/10', '/courses/a/lessons/b/9', 'slide-right'],
  ['/courses/a/lessons/b/9', '/courses/a', 'slide-right'],
])('from %s to %s the screen slides in from %s', (from, to, slide) => {
  expect(slideBetween(from, to)).toBe(slide)
})
