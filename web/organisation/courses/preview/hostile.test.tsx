import { parseDocument } from 'htmlparser2'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { hostileHtml, hostileSvg } from '../../../../api/courses/reading/cleaning/hostile.ts'
import { DANGER, expectHarmless } from '../../../../api/courses/reading/cleaning/testing-harmless.ts'
import type { Answer } from '../../../../contract/pages/answer.ts'
import { Markdown } from '../../../lessons/markdown.tsx'
import { RichText } from '../../../ui/rich-text/rich-text.tsx'
import { SafeSvg } from '../../../ui/rich-text/safe-svg.tsx'
import { previewPage } from './preview-page.ts'

/** The part of a browser's document that the player reads. It copies elements and texts into elements of its own. */
class Read {
  static readonly TEXT_NODE = 3
  readonly localName: string
  readonly childNodes: Read[]
  readonly attributes: { name: string; value: string }[]
  readonly nodeType: number
  readonly nodeValue: string | null
  parentElement: Read | undefined

  constructor(given: ParsedNode) {
    this.localName = given.name?.replace(/^.*:/, '') ?? ''
    this.attributes = Object.entries(given.attribs ?? {}).map(([name, value]) => ({ name, value }))
    this.nodeType = nodeTypes[given.type] ?? 1
    this.nodeValue = given.data ?? null
    this.childNodes = (given.children ?? []).map(child => {
      const node = child.name === undefined ? new Read(child) : new ReadElement(child)
      node.parentElement = this
      return node
    })
  }

  getAttribute(wanted: string): string | null {
    return this.attributes.find(({ name }) => name === wanted)?.value ?? null
  }
}

class ReadElement extends Read {}

type ParsedNode = {
  name?: string
  type: string
  data?: string
  attribs?: Record<string, string>
  children?: ParsedNode[]
}

const nodeTypes: Record<string, number> = { text: 3, comment: 8, directive: 8 }

class Parser {
  parseFromString(source: string, type: string) {
    const xmlMode = type !== 'text/html'
    const body = new ReadElement(parseDocument(source, { xmlMode }) as unknown as ParsedNode)
    const documentElement = body.childNodes.find(node => node instanceof ReadElement) ?? body
    return { body, documentElement }
  }
}

// Each test begins without globals of another (testing/after-each-test.ts).
beforeEach(() => {
  vi.stubGlobal('DOMParser', Parser)
  vi.stubGlobal('Element', ReadElement)
  vi.stubGlobal('Node', Read)
})
const AHEAD = /<link rel="preload" as="image" href="\/media\/[\w.-]+"\/>/g
const file = { name: 'media/kettle.png', digest: '12345678'.repeat(8), bytes: 9 }

/** The preview shows a draft as it was typed a moment ago, before any server has cleaned it. */
test.each(hostileHtml)('no part of %j runs in the preview of a page', piece => {
  const fields = {
    id: 'a',
    type: 'multichoice',
    textContent: piece,
    transcript: piece,
    options: { answers: [{ id: 'a', text: piece, detailContent: piece }] },
  }
  const page = previewPage(fields, { courseId: 'tea', files: [file] }, () => 'blob:it')
  const { detailContent = '', text } = (page.options as { answers: Answer[] }).answers[0] as Answer
  const shown = (
    <>
      <RichText html={page.textContent ?? ''} />
      <RichText html={page.transcript ?? ''} />
      <Markdown source={detailContent} />
    </>
  )
  // React preloads the pictures of a page.
  expectHarmless(renderToStaticMarkup(shown).replaceAll(AHEAD, ''))
  expect(text).toBe(piece)
})

test('the renderer shows what is allowed, so the tests above look at something', () => {
  const html = '<h1>Tea</h1><p onclick="x">a <b>b</b> <a href="https://well.example">c</a><script>d</script></p>'
  expect(renderToStaticMarkup(<RichText html={html} />)).toBe(
    '<h1>Tea</h1><p>a <b>b</b> <a href="https://well.example" target="_blank" rel="noopener noreferrer">c</a></p>',
  )
  const svg = '<svg viewBox="0 0 9 9"><path d="M0 0" onload="x"/><script>d</script></svg>'
  expect(renderToStaticMarkup(<SafeSvg source={svg} />)).toBe(
    '<svg viewBox="0 0 9 9" class="icon" aria-hidden="true"><path d="M0 0"></path></svg>',
  )
})

test.each(hostileSvg)('no part of %s runs where a drawing is shown', piece => {
  const shown = renderToStaticMarkup(<SafeSvg source={piece} />).replace(' class="icon"', '')
  expect(shown).not.toMatch(DANGER)
})
