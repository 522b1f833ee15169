import { expect, test } from 'vitest'
import { previewPage } from './preview-page.ts'

const course = {
  courseId: 'tea',
  files: [
    { name: 'media/kettle.png', digest: 'a1b2c3d4e5', bytes: 1 },
    { name: 'media/cup.png', digest: 'f6a7b8c9d0', bytes: 1 },
  ],
}
const shown = (textContent: string, coming: readonly string[] = []) =>
  previewPage({ id: 'one', type: 'rich-text', textContent }, course, name =>
    coming.includes(name) ? undefined : 'here',
  ).textContent

test('a picture that was written as HTML is shown like one of Markdown, and once it is there', () => {
  const html = shown(
    '![A kettle](kettle.png)\n\nTea <img alt="A cup" src="cup.png"> and\n\n<p><img src=kettle.png></p>',
  )
  expect(html).toContain('<img src="media/tea.kettle-a1b2c3d4.png" alt="A kettle">')
  expect(html).toContain('Tea <img alt="A cup" src="media/tea.cup-f6a7b8c9.png"> and')
  expect(html).toContain('<p><img src=media/tea.kettle-a1b2c3d4.png></p>')
  expect(shown('Tea <img alt="A cup" src="cup.png"> and', ['cup.png'])).toBe('<p>Tea  and</p>\n')
})
