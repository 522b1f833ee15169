import { expect, test } from 'vitest'
import { unusedIn } from './unused-files.tsx'

const files = ['media/kettle.webp', 'media/my-kettle.webp', 'icon-a.svg', 'icon-b.svg'].map(name => ({
  name,
  digest: name,
  bytes: 1,
}))
const lesson = { key: 'tea', file: 'lessons/01-tea.yaml', fields: {}, pages: [] }

test('a file is unused although the name of a used one ends as its own', () => {
  const pages = [{ key: 'pot', fields: { textContent: 'Not kettle.webp:\n\n![A pot](my-kettle.webp)' } }]
  const unused = unusedIn({ course: { icon: 'icon-b.svg' }, lessons: [{ ...lesson, pages }], files, conflicts: [] })
  expect(unused.map(({ name }) => name)).toEqual(['media/kettle.webp', 'icon-a.svg'])
})

test('a lesson that cannot be read keeps the files that its text names', () => {
  const unreadable = { text: 'pages:\n  - textContent: "![A pot](kettle.webp)\n', digest: '' }
  const unused = unusedIn({ course: {}, lessons: [{ ...lesson, unreadable }], files: files.slice(0, 2), conflicts: [] })
  expect(unused.map(({ name }) => name)).toEqual(['media/my-kettle.webp'])
})
