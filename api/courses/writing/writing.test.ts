import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, parseDocument, stringify } from 'yaml'
import { sliceOf, withItem, withoutItem, withSlice, withValue } from './edit-yaml.ts'
import { knownTextOf, ListText } from './list-text.ts'
import { type ParsedYaml, parsed } from './yaml-nodes.ts'
import { valueWith } from './yaml-value.ts'

const LESSON = `# A lesson about tea
id: tea # for ever
title: 'Tea'
pages:
  # First of all
  - id: start
    type: rich-text   # to read
    textContent: |
      # Fresh water

      Let it run.

  - {id: how, type: number, options: {min: 0, max: 10}}

  # The end
  - id: end
    type: multichoice
    options:
      answers:
        - { id: a, text: "One" }
        - id: b   # right
          text: >
            Two
            lines
          isCorrect: true
beta: true
`

test.each<[string, (source: string) => string, string, string]>([
  ['a quoted title stays quoted', s => withValue(s, ['title'], 'Green: tea'), "'Tea'", "'Green: tea'"],
  ['a comment after a value stays', s => withValue(s, ['pages', 0, 'type'], 'video'), 'rich-text   #', 'video   #'],
  ['a value between braces', s => withValue(s, ['pages', 1, 'options', 'max'], 5), 'max: 10', '"max": 5'],
  [
    'a field is put before the long ones',
    s => withValue(s, ['pages', 2, 'hint'], 'Look'),
    '    options:\n      answers',
    '    hint: Look\n    options:\n      answers',
  ],
  ['a field is taken out with its line', s => withValue(s, ['beta'], undefined), 'beta: true\n', ''],
  ['a field between braces is taken out', s => withValue(s, ['pages', 1, 'type'], undefined), 'type: number, ', ''],
  [
    'an answer is put in',
    s => withItem(s, ['pages', 2, 'options', 'answers'], 1, { id: 'c', text: 'Three' }),
    '        - id: b',
    '        - id: c\n          text: Three\n        - id: b',
  ],
  [
    'a page is taken out with its comment',
    s => withoutItem(s, ['pages'], 1),
    '\n  - {id: how, type: number, options: {min: 0, max: 10}}\n',
    '',
  ],
])('%s, and nothing else changes', (_, edit, before, after) => {
  expect(edit(LESSON)).toBe(LESSON.replace(before, after))
})

test('line breaks of Windows and a missing last line break stay', () => {
  const windows = LESSON.replaceAll('\n', '\r\n')
  expect(withValue(windows, ['title'], 'Coffee')).toBe(windows.replace("'Tea'", "'Coffee'"))
  const page = { id: 'more', type: 'rich-text' }
  expect(withItem(windows, ['pages'], 3, page).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(withItem('pages:\n  - id: a', ['pages'], 1, { id: 'b' })).toBe('pages:\n  - id: a\n  - id: b\n')
})

test('a part that is taken out and put back at its place is as before, and at another place it keeps its comment', () => {
  const slice = sliceOf(LESSON, ['pages'], 2)
  const without = withoutItem(LESSON, ['pages'], 2)
  expect(withSlice(without, ['pages'], 2, slice)).toBe(LESSON)
  expect(withSlice(without, ['pages'], 0, slice)).toMatch(/pages:\n {2}# The end\n {2}- id: end[\s\S]*- id: start/)
})

test('a title is changed in the lines above the pages, which keep every sign', () => {
  const source = LESSON.replace('beta: true\n', '')
  const text = new ListText(source, knownTextOf(parsed(source) as ParsedYaml, ['pages']), ['pages'])
  text.set(['title'], 'Coffee')
  text.set(['beta'], true)
  expect(text.text).toBe(source.replace("title: 'Tea'\n", "title: 'Coffee'\nbeta: true\n"))
  expect(text.root).toMatchObject({ id: 'tea', title: 'Coffee', beta: true, pages: [{}, {}, {}] })
})

const scalar = fc.oneof(
  fc.string(),
  fc.stringMatching(/^[a-z: #\-|>\n'"]{0,30}$/),
  fc.constantFrom('', 'true', '12', '\n', 'a\n\n', ' a', '- x', 'نصّ: مع #', '\t'),
  fc.integer({ min: -5, max: 50 }),
  fc.boolean(),
)
const answer = fc.record({ id: fc.stringMatching(/^[a-z]{1,6}$/), text: scalar })
const page = fc.record(
  {
    id: fc.stringMatching(/^[a-z]{1,6}$/),
    textContent: scalar,
    options: fc.record({ answers: fc.array(answer, { maxLength: 3 }), rows: scalar }, { requiredKeys: [] }),
  },
  { requiredKeys: ['id'] },
)
const lesson = fc.record({ title: scalar, pages: fc.array(page, { minLength: 1, maxLength: 4 }) })
const style = fc.constantFrom({}, { collectionStyle: 'flow' as const }, { indentSeq: false }, { indent: 4 })

test('after any edit of any lesson the file says what it should', () => {
  fc.assert(
    fc.property(
      lesson,
      style,
      fc.nat(),
      fc.constantFrom('title', 'hint', 'textContent', 'options'),
      scalar,
      (drawn, written, at, field, value) => {
        const source = stringify(drawn, written)
        // The yaml package cannot read everything that it writes.
        fc.pre(parseDocument(source).errors.length === 0)
        const given = parse(source) as typeof drawn
        const index = at % given.pages.length
        const path = field === 'title' ? ['title'] : ['pages', index, field]
        expect(parse(withValue(source, path, value))).toEqual(valueWith(given, path, value))

        const text = new ListText(source, knownTextOf(parsed(source) as ParsedYaml, ['pages']), ['pages'])
        // A field of the lesson: read from the lines above its pages where that is possible.
        if (field === 'title') {
          text.set(path, value)
          expect(parse(text.text).title).toEqual(value)
          expect((text.root as typeof drawn).title).toEqual(value)
          text.set(path, given.title)
        }
        // The page gets a list that it did not have, then the list loses its last entry. Both rewrite the whole page.
        const extra = (page: readonly (string | number)[]) => [...page, 'options', 'extra']
        if (given.pages[index]?.options) {
          text.setItem(index, (s, page) => withItem(s, extra(page), 0, { id: 'k', text: value }))
          expect(parse(text.text).pages).toEqual(text.items)
          text.setItem(index, (s, page) => withoutItem(s, extra(page), 0))
          expect(parse(text.text).pages).toEqual(text.items)
          text.setItem(index, (s, page) => withValue(s, extra(page), undefined))
        }
        text.insert(index, { id: 'new', hint: value })
        const slice = text.remove(at % text.items.length)
        text.insertSlice(0, slice)
        expect(parse(text.text).pages).toEqual(text.items)
        const moved = given.pages.toSpliced(index, 0, { id: 'new', hint: value } as never)
        const [taken] = moved.splice(at % moved.length, 1)
        expect(text.items).toEqual([taken, ...moved])
      },
    ),
    { numRuns: 200 },
  )
})

test('the first text in an empty field has no quotes that nobody wrote; quotes of an author stay', () => {
  expect(withValue('textContent: ""\nhint: "قديم"\n', ['textContent'], 'ثماني صفحات')).toBe(
    'textContent: ثماني صفحات\nhint: "قديم"\n',
  )
  expect(withValue('textContent: ""\nhint: "قديم"\n', ['hint'], 'جديد')).toBe('textContent: ""\nhint: "جديد"\n')
})
