import { expect, test } from 'vitest'
import { pageBeforeNew, titleOfDraftPage } from './places-in-course.ts'

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

test('a page is named by the first line of its text, with its numbers in the order of the page', () => {
  const textContent = '\n## كم **مرّة** (<bdi dir="ltr">3-5</bdi>) و<i>لماذا</i>؟\n\nنصّ'
  expect(titleOfDraftPage({ textContent })).toBe('كم مرّة (\u20663-5\u2069) ولماذا؟')
})
