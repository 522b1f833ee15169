import { expect, test } from 'vitest'
import { pageBeforeNew } from './places-in-course.ts'

const lesson = (key: string, ...pages: string[]) => ({
  key,
  file: `lessons/${key}.yaml`,
  fields: { id: key },
  pages: pages.map(page => ({ key: page, fields: { id: page } })),
})

test('a new page comes after the open page of its lesson, and at the end of another lesson with the same page id', () => {
  const openAt = { lessonId: 'water', pageId: 'start' }
  expect(pageBeforeNew(lesson('water', 'start', 'end'), openAt)).toBe('start')
  expect(pageBeforeNew(lesson('fire', 'start', 'end'), openAt)).toBe('end')
  expect(pageBeforeNew(lesson('earth'), openAt)).toBeNull()
})
