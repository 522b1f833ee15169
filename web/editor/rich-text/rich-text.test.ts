import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands, keys } from './commands.ts'
import { withEndSpaces } from './paste.ts'
import { withNames } from './pasted-pictures.ts'
import { readMarkdown } from './read-markdown.ts'
import { schema } from './schema.ts'
import { shownText } from './shown-text.ts'
import { toolsFor } from './tools.tsx'
import { writeMarkdown } from './write-markdown.ts'

const english = { language: 'en', takesBdi: true } as const
const arabic = { language: 'ar', takesBdi: true } as const

/** All Markdown of the demo courses. */
function demoTexts(): string[] {
  const files = readdirSync('courses', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.yaml'))
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === 'string' && /^(description|textContent|transcript|detailContent)$/.test(name)) texts.push(one)
      collect(one)
    }
  }
  for (const file of files) collect(parse(readFileSync(`courses/${file}`, 'utf8')))
  return texts
}

function edited(
  source: string,
  edit: (change: Transaction) => void,
  writing: Parameters<typeof writeMarkdown>[2] = english,
) {
  const read = readMarkdown(source, { language: writing.language })
  const change = EditorState.create({ doc: read.doc }).tr
  edit(change)
  return writeMarkdown(change.doc, read, writing)
}

/** The text after these letters were typed, one by one. */
function typed(before: EditorState, letters: string): EditorState {
  let state = before
  const view = {
    get state() {
      return state
    },
    dispatch: (transaction: Transaction) => {
      state = state.apply(transaction)
    },
  } as EditorView
  for (const letter of letters) {
    const { from, to } = state.selection
    const insert = () => state.tr.insertText(letter)
    const isTaken = state.plugins.some(
      plugin => plugin.props.handleTextInput?.call(plugin, view, from, to, letter, insert) === true,
    )
    if (!isTaken) view.dispatch(insert())
  }
  return state
}

/** The document that a text describes. Different sources can describe the same document. */
function meaning(source: string): Node {
  return readMarkdown(source).doc
}

describe('the text of a page', () => {
  test('stays byte for byte as it was written, on every page of the demo courses', () => {
    const texts = demoTexts()
    expect(texts.length).toBeGreaterThan(100)
    for (const source of texts) {
      const read = readMarkdown(source)
      expect(writeMarkdown(read.doc, read, english)).toBe(source)
      // The same without the shortcut for unchanged texts.
      const copy = schema.nodeFromJSON(read.doc.toJSON())
      expect(writeMarkdown(copy, { ...read, doc: schema.node('doc', null, [schema.node('paragraph')]) }, english)).toBe(
        source,
      )
    }
  })

  test('of a question begins as an empty heading, which is not in the file until somebody writes it', () => {
    const read = readMarkdown('', { beginsWithHeading: true })
    const begun = EditorState.create({ doc: read.doc })
    expect(writeMarkdown(begun.doc, read, english)).toBe('')
    const typed = begun.tr.insertText('How long?', 1)
    expect(writeMarkdown(typed.doc, read, english)).toBe('# How long?')
    // A list replaces the empty heading.
    let listed: EditorState | undefined
    commands.bullets(begun, change => {
      listed = begun.apply(change)
    })
    expect(writeMarkdown((listed as EditorState).tr.insertText('Ice', 3).doc, read, english)).toBe('- Ice')
    // When the words are deleted again, no `#` stays.
    expect(writeMarkdown(typed.delete(1, 10).doc, read, english)).toBe('')
    // A text that exists already does not become a heading.
    expect(readMarkdown('How long?', { beginsWithHeading: true }).doc.firstChild?.type.name).toBe('paragraph')
  })

  test.each([
    ['- ', '- Boil'],
    ['• ', '- Boil'],
    ['1. ', '1. Boil'],
    ['١. ', '1. Boil'],
  ])('becomes a list by its sign (%j), also in the empty heading of a question', (sign, source) => {
    for (const isQuestion of [true, false]) {
      const read = readMarkdown('', { beginsWithHeading: isQuestion })
      const written = typed(EditorState.create({ doc: read.doc, plugins: keys(true) }), `${sign}Boil`)
      expect(writeMarkdown(written.doc, read, english).trim()).toBe(source)
    }
  })

  test.each([
    ['a list', '- Boil\n- Pour'],
    ['a list in a list', '- Tea\n  - Boil'],
    ['a calm box', '> Take your time.'],
    ['a heading', '# Tea'],
  ])('has no empty line that Enter made behind %s, until there are words in it', (_, source) => {
    const read = readMarkdown(source)
    let state = EditorState.create({ doc: read.doc, plugins: keys(true) })
    state = state.apply(state.tr.setSelection(Selection.atEnd(state.doc)))
    const dispatch = (change: Transaction) => {
      state = state.apply(change)
    }
    const press = (key: string) =>
      state.plugins.some(plugin =>
        plugin.props.handleKeyDown?.call(plugin, { state, dispatch } as never, { key } as never),
      )
    expect(press('Enter')).toBe(true)
    expect(writeMarkdown(state.doc, read, english)).toBe(source)
    expect(writeMarkdown(state.tr.insertText('Wait').doc, read, english)).toContain('Wait')
  })

  test('has nothing on the demo pages that can only be shown as its source', () => {
    const kept = demoTexts().filter(source =>
      [...readMarkdown(source).doc.children].some(({ type }) => type.name === 'kept'),
    )
    expect(kept).toEqual([])
  })

  test('means the same after each block of the demo courses was written by the editor', () => {
    for (const source of demoTexts()) {
      const { doc } = readMarkdown(source)
      const nothingRead = { ...readMarkdown(''), source: 'x' }
      const written = writeMarkdown(doc, nothingRead, english)
      expect(meaning(written).toJSON()).toEqual(doc.toJSON())
    }
  })

  test('changes only in the block that was edited', () => {
    const source = '# Cool water\n\n\nA burn goes on\nhurting *now*.\n\n* one\n* two\n\n> Good'
    const changed = edited(source, change => change.insertText('Very ', 1))
    expect(changed).toBe('# Very Cool water\n\n\nA burn goes on\nhurting *now*.\n\n* one\n* two\n\n> Good')
  })

  test('keeps a table and other things that the editor does not know', () => {
    const source = 'One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nTwo\n\n```\ncode\n```\n'
    expect(edited(source, change => change.insertText('Number ', 1))).toBe(`Number ${source}`)
  })

  test('isolates numbers and foreign words inside Arabic', () => {
    const written = edited(
      'اتصل',
      change => change.insertText(' على +٩٦٢ ٧٩ ١٢٣ ثم افتح door-note.svg بنسبة 50%', 5),
      arabic,
    )
    expect(written).toBe(
      'اتصل على <bdi dir="ltr">+٩٦٢ ٧٩ ١٢٣</bdi> ثم افتح <bdi dir="ltr">door-note.svg</bdi> بنسبة <bdi dir="ltr">50%</bdi>',
    )
    expect(edited(written, change => change.insertText('نحن ', 1), arabic)).toBe(`نحن ${written}`)
  })

  test('shows a number in its order, where two authors wrote the same field', () => {
    const shown = shownText(['textContent'], '# اتصل على <bdi dir="ltr">+962 79 123</bdi>\n\nالآن')
    expect(shown).toBe('اتصل على \u2066+962 79 123\u2069\nالآن')
  })

  test('goes on behind a number or a foreign word that was written on another day', () => {
    const written = (source: string, added: string) =>
      edited(source, change => change.insertText(added, change.doc.content.size - 1), arabic)
    const call = 'اتصل على <bdi dir="ltr">+962 79 123 456</bdi>'
    expect(written(call, ' ثم انتظر')).toBe(`${call} ثم انتظر`)
    expect(written(call, '7')).toBe('اتصل على <bdi dir="ltr">+962 79 123 4567</bdi>')
    const file = '**افتح <bdi dir="ltr">note.svg</bdi>**'
    expect(written(file, ' هنا')).toBe('**افتح <bdi dir="ltr">note.svg</bdi> هنا**')
    // Words that somebody isolated by hand stay isolated.
    const byHand = 'نحسب <bdi dir="ltr">٣ + ٤</bdi>'
    expect(written(byHand, ' معًا')).toBe(`${byHand} معًا`)
  })

  test.each([
    'https://video.example/watch?v=a_b-c&list=7',
    'www.video.example/watch?v=a',
    'https://a.example/%D8%B4%D8%A7%D9%8A',
    'https://a.example/شاي_أخضر',
    'https://a.example/Tea_(drink)',
    'https://a.example/~salma/_first__steps',
  ])('has the whole URL %j as one link, without the comma behind it', url => {
    for (const [text, writing] of [
      [`نقرأ ${url}، ثم`, arabic],
      [`Read ${url}, then`, english],
    ] as const) {
      const links: string[] = []
      meaning(edited('', change => change.insertText(text, 1), writing)).descendants(({ marks, text = '' }) => {
        if (marks.some(({ type }) => type.name === 'link')) links.push(text)
      })
      expect(links).toEqual([url])
    }
  })

  test('isolates no sign of a sum, and leaves an accent at its letter', () => {
    const written = edited('', change => change.insertText('نحسب 3×4 في cafe\u0301 هنا', 1), arabic)
    expect(written).toBe('نحسب 3×4 في <bdi dir="ltr">cafe\u0301</bdi> هنا')
  })

  test.each([
    ['signs', 'a * b _c_ #d [e] <f> `g` ~h~ &amp; \\'],
    ['the start of a heading', '# not a heading'],
    ['the start of a list', '- not a list'],
    ['the start of a numbered list', '1. not a list'],
    ['the start of a quote', '> not a quote'],
  ])('shows %s as they were typed', (_, typed) => {
    const written = edited('', change => change.insertText(typed, 1))
    expect(meaning(written).textContent).toBe(typed)
    expect(meaning(written).firstChild?.type.name).toBe('paragraph')
  })

  test('means the same after any words in bold, italic and links were written', () => {
    const word = fc.stringMatching(/^[a-z*_[\]<:.!ء-ي]{1,6}$/)
    const mark = fc.constantFrom([], ['strong'], ['em'], ['link'])
    fc.assert(
      fc.property(fc.array(fc.tuple(word, mark), { minLength: 1, maxLength: 6 }), words => {
        const parts = words.map(([text, names]) =>
          schema.text(
            `${text} `,
            names.map(name => schema.mark(name, name === 'link' ? { href: 'https://a.example/b' } : null)),
          ),
        )
        const paragraph = schema.node('paragraph', null, parts)
        const doc = schema.node('doc', null, [paragraph])
        const written = writeMarkdown(doc, readMarkdown('x'), english)
        expect(meaning(written).textContent.replace(/\s+/g, ' ').trim()).toBe(
          paragraph.textContent.replace(/\s+/g, ' ').trim(),
        )
      }),
    )
  })
})

test('words that are pasted with pictures come also if the phone can make nothing of a picture', async () => {
  const picture = (src: string) => schema.nodes.picture.create({ src, alt: '' })
  const pictures = [picture('data:image/png;base64,%'), picture('data:image/png;base64,AAAA')]
  const slice = new Slice(Fragment.from(schema.nodes.paragraph.create(null, [schema.text('Pour'), ...pictures])), 0, 0)
  const pasted = await withNames(slice, () => Promise.reject(new Error('The browser made no picture')))
  expect([pasted.slice.content.textBetween(0, pasted.slice.size), pasted.isWhole]).toEqual(['Pour', false])
})

test('words from the middle of a line are pasted with the space at each end, but lines without', () => {
  const paragraph = (words: string) => schema.nodes.paragraph.create(null, words === '' ? [] : schema.text(words))
  const pasted = (words: string, text: string) => {
    const blocks = Fragment.from(words === '' ? [] : paragraph(words))
    return withEndSpaces(blocks, text).textBetween(0, withEndSpaces(blocks, text).size)
  }
  expect(pasted('water', 'water ')).toBe('water ')
  expect(pasted('الماء', '\u00a0\u00a0الماء')).toBe(' الماء')
  expect(pasted('', ' ')).toBe(' ')
  expect(pasted('water', 'water \r\n')).toBe('water')
  expect(pasted('', '')).toBe('')
  expect(withEndSpaces(Fragment.from([paragraph('a'), paragraph('b')]), 'a b ').childCount).toBe(2)
})

test('the buttons show what is at the caret, and what a press has switched on for the next letter', () => {
  const { doc } = readMarkdown('cool **water** [now](https://a.example/b)')
  let state = EditorState.create({ doc })
  const at = (from: number, to = from) => {
    state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)))
    return toolsFor(state)
  }
  const plain = { on: [], href: undefined, hasSelection: false }
  expect(at(2)).toEqual(plain)
  expect(at(8)).toEqual({ ...plain, on: ['bold'] })
  expect(at(14)).toEqual({ ...plain, href: 'https://a.example/b' })
  expect(at(2, 4)).toEqual({ ...plain, hasSelection: true })
  at(2)
  commands.bold(state, change => {
    state = state.apply(change)
  })
  expect(toolsFor(state)).toEqual({ ...plain, on: ['bold'] })
})
