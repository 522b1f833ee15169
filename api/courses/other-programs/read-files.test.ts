import { expect, test } from 'vitest'
import type { OpenZip } from '../zip/open-zip.ts'
import { readGift } from './gift.ts'
import { readH5p } from './h5p.ts'
import { readMarkdownCourse } from './markdown-text.ts'
import type { Sketch } from './sketch.ts'

function shape({ lessons }: Sketch) {
  return lessons.map(({ title, pages }) => [title, pages.map(({ type, textContent }) => `${type} ${textContent}`)])
}

test('notes of Omar with front matter and underlined headings become lessons and pages; the matter is not shown', () => {
  const notes = `---
title: "الماء والنار"
tags: [a, b]
---

الحروق
=======

التبريد
-------

بالماء عشرين دقيقة.
`
  const sketch = readMarkdownCourse(notes, 'notes')
  expect(sketch.title).toBe('الماء والنار')
  expect(shape(sketch)).toEqual([['الحروق', ['rich-text # التبريد\n\nبالماء عشرين دقيقة.']]])
})

test('a line that divides a text is no front matter and no heading', () => {
  const sketch = readMarkdownCourse('---\n\nOne\n\n---\n\nTwo\n', 'notes')
  expect(shape(sketch)).toEqual([['notes', ['rich-text ---\n\nOne\n\n---\n\nTwo']]])
})

test('a text that begins with a dividing line and a note in English loses nothing', () => {
  const text = '---\nNote: cool it.\n\n# Water\n\nA whole lesson.\n\n---\n\nTwo\n'
  expect(shape(readMarkdownCourse(text, 'notes'))).toEqual([
    ['Water', ['rich-text ---\nNote: cool it.', 'rich-text A whole lesson.\n\n---\n\nTwo']],
  ])
})

test('a title below its key is the title of the course, and a line below a quotation makes no heading of it', () => {
  const text =
    '---\ntags:\n- burns\ndate created: 2026-11-26\n# A comment\ntitle: >\n  First aid\n  for burns\n---\n> Cool it\n---\nTwo\n'
  const sketch = readMarkdownCourse(text, 'notes')
  expect(sketch.title).toBe('First aid for burns')
  expect(shape(sketch)).toEqual([['First aid for burns', ['rich-text > Cool it\n---\nTwo']]])
})

test('GIFT without empty lines between its questions loses none of them', async () => {
  const gift = `::Floats:: Ice floats. {T#wrong#right}
::Sinks:: Ice \\{sinks\\}. {FALSE}
::Range:: e {#1.25..1.75}
::Choice:: Water is {
  =wet
  ~dry
} always.
::Words:: Write. {}`
  const sketch = await readGift(gift, 'gift')
  expect(shape(sketch)).toEqual([
    [
      'gift',
      [
        'multichoice # Ice floats.',
        'multichoice # Ice {sinks}.',
        'number # e',
        'multichoice # Water is \\_\\_\\_\\_ always.',
        'text-response # Write.',
      ],
    ],
  ])
  expect(sketch.left).toEqual([])
  expect(sketch.lessons[0]?.pages[2]?.options).toMatchObject({ min: 1.25, max: 1.75 })
})

test('the cover of an H5P book is taken, and a button of a presentation is nothing that is missing', async () => {
  const text = (words: string) => ({ library: 'H5P.AdvancedText 1.1', params: { text: `<p>${words}</p>` } })
  const chapter = { library: 'H5P.Column 1.18', params: { content: [{ content: text('نبرّد') }] } }
  const book = await readH5p(
    packed('H5P.InteractiveBook', {
      showCoverPage: true,
      bookCover: {
        coverDescription: '<p>كتاب الحروق</p>',
        coverMedium: { library: 'H5P.Image 1.1', params: { file: { path: 'images/tap.png' }, alt: 'Water' } },
      },
      chapters: [{ ...chapter, metadata: { title: 'الماء' } }],
    }),
    'book',
    async name => name,
  )
  expect(shape(book)).toEqual([
    ['Burns', ['rich-text ![Water](tap.png)', 'rich-text كتاب الحروق']],
    ['الماء', ['rich-text نبرّد']],
  ])
  const slides = [{ elements: [{ action: text('Cool it') }, { goToSlide: 2, title: 'Go on' }] }]
  const shown = await readH5p(packed('H5P.CoursePresentation', { presentation: { slides } }), '', async () => undefined)
  expect(shape(shown)).toEqual([['Burns', ['rich-text Cool it']]])
  expect(shown.left).toEqual([])
})

test('the pictures behind the slides of a presentation are named as what is not taken', async () => {
  const slides = [
    {
      elements: [{ action: { library: 'H5P.AdvancedText 1.1', params: { text: '<p>Cool it</p>' } } }],
      slideBackgroundSelector: { imageSlideBackground: { path: 'images/sink.png' } },
    },
    { elements: [], slideBackgroundSelector: { fillSlideBackground: '#ffffff' } },
  ]
  const presentation = { slides, globalBackgroundSelector: { imageGlobalBackground: { path: 'images/sea.png' } } }
  const { left } = await readH5p(packed('H5P.CoursePresentation', { presentation }), '', async () => undefined)
  expect(left).toEqual([
    { name: 'sea.png', was: '', reason: 'background' },
    { name: 'sink.png', was: '', reason: 'background' },
  ])
})

function packed(mainLibrary: string, content: object): OpenZip {
  const files: Record<string, object> = {
    'h5p.json': { mainLibrary, title: 'Burns' },
    'content/content.json': content,
    'content/images/tap.png': {},
  }
  const zip: Pick<OpenZip, 'read'> = {
    read: async name => files[name] && Buffer.from(JSON.stringify(files[name])),
  }
  return zip as OpenZip
}

test('lists of Omar with Arabic letters and numbers of two digits are questions, and keep each answer', () => {
  const letters = '# الشاي\n\nما لونه؟\n\nا- أحمر *\nب- أزرق\nجـ- أصفر\n'
  const numbers = '# الشاي\n\nخطوات:\n\n٩. ماء\n١٠. نار\n'
  const [question] = readMarkdownCourse(letters, 'notes').lessons[0]?.pages ?? []
  expect(question?.options?.answers).toEqual([
    { id: 'a1', text: 'أحمر', isCorrect: true },
    { id: 'a2', text: 'أزرق' },
    { id: 'a3', text: 'أصفر' },
  ])
  expect(shape(readMarkdownCourse(numbers, 'notes'))).toEqual([['الشاي', ['rich-text خطوات:\n\n- ماء\n- نار']]])
})

test('a question whose brace does not end is named once among what cannot be taken', async () => {
  const { left } = await readGift('ما لون الشاي؟ }=أحمر {', 'gift')
  expect(left.map(({ name }) => name)).toEqual(['ما لون الشاي؟ }=أحمر'])
})
