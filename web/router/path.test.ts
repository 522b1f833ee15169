import { expect, test } from 'vitest'
import { paramsIn, pathnameOf, type Target } from './path.ts'

const LESSON = '/courses/$courseId/lessons/$lessonId'

test.each([
  ['/', '/', {}],
  ['/login', '/login/', {}],
  ['/login', '/Login', {}],
  ['/login', '/login-email', undefined],
  ['/courses/$courseId', '/courses', undefined],
  ['/courses/$courseId', '/courses/first-aid-en', { courseId: 'first-aid-en' }],
  [LESSON, '/courses/a/lessons/b', { courseId: 'a', lessonId: 'b' }],
  [LESSON, '/courses/a/lessons/b/2', undefined],
  ['/messages/$learnerUid', '/messages/%D9%86%2F', { learnerUid: 'ن/' }],
  ['/courses/$courseId', '/courses/%F4.9%A2', { courseId: '%F4.9%A2' }],
  [`${LESSON}/$pageId`, '/courses/a/lessons/b/100%', { courseId: 'a', lessonId: 'b', pageId: '100%' }],
  ['/courses', '/%F4', undefined],
  ['/org/*', '/org/people/pX7Q', {}],
  ['/org/*', '/organic', undefined],
])('%s with %s', (pattern, pathname, params) => {
  expect(paramsIn(pattern, pathname)).toEqual(params)
})

test('a value in a path is decoded unchanged', () => {
  const params = { courseId: 'a/b', lessonId: '٪ ?#' }
  expect(paramsIn(LESSON, pathnameOf({ to: LESSON, params }))).toEqual(params)
})

test('a path without a screen, or without its values, is a type error', () => {
  // @ts-expect-error
  const nowhere: Target = { to: '/nowhere' }
  // @ts-expect-error
  const noCourse: Target = { to: '/courses/$courseId', params: {} }
  expect([pathnameOf(nowhere), pathnameOf(noCourse)]).toEqual(['/nowhere', '/courses/'])
})
