import { escapeLineStart, escapeMarkdown } from '../../../contract/organisation/escape-markdown.ts'
import type { PageNote } from '../../../contract/organisation/other-programs.ts'
import { bold, link } from './markdown-signs.ts'
import { type Element, elementsIn, type Node, readHtml, textIn } from './tree.ts'

/** Returns the name in `media/` for a picture of the file. */
export type NameOfPicture = (source: string) => Promise<string | undefined>
export type NotedText = { text: string; notes: readonly PageNote[] }

const GONE = new Set(
  'script style iframe frame frameset object embed applet noscript template form input button select textarea canvas svg math'.split(
    ' ',
  ),
)
const SILENT = new Set('head title meta link base colgroup'.split(' '))
const SOUNDS = new Set(['audio', 'video', 'source', 'track'])
const BLOCKS = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol blockquote table pre hr section article header footer main nav aside figure figcaption dl dt dd address fieldset center'.split(
    ' ',
  ),
)
/** Invisible characters, which YAML does not allow. */
const CONTROL = /(?!\n)\p{Cc}/gu
const LIST_OF_WORD = /MsoListParagraph/

/** HTML of another program as Markdown. What the format of a course does not have is left out and noted. */
export async function htmlToMarkdown(html: string, findPicture: NameOfPicture): Promise<NotedText> {
  const notes = new Set<PageNote>()
  const text = (await blocksOf(readHtml(html).children, { notes, findPicture })).join('\n\n')
  return { text: text.replace(CONTROL, ''), notes: [...notes] }
}

/** Plain words, for an answer or its feedback. */
export function htmlToWords(html: string): NotedText {
  const notes = new Set<PageNote>()
  const words = (node: Node): string => {
    if (typeof node === 'string') return node
    if (node.name === 'img') notes.add('picture-in-answer')
    if (node.name === 'img') return ` ${node.attributes.alt ?? ''} `
    if (GONE.has(node.name) || SOUNDS.has(node.name)) notes.add('removed')
    if (GONE.has(node.name) || SILENT.has(node.name)) return ''
    const inner = node.children.map(words).join('')
    return node.name === 'br' || node.name === 'li' || BLOCKS.has(node.name) ? ` ${inner} ` : inner
  }
  const text = words(readHtml(html)).replace(/\s+/g, ' ').trim()
  return { text, notes: [...notes] }
}

type Writing = { notes: Set<PageNote>; findPicture: NameOfPicture }

async function blocksOf(nodes: readonly Node[], writing: Writing): Promise<string[]> {
  const blocks: string[] = []
  let line: Node[] = []
  let list: string[] = []
  const endLine = async () => {
    const text = await inlineOf(line, writing)
    line = []
    const lines = text.split('\n').map(one => escapeLineStart(one.trim()))
    if (text.trim() !== '') blocks.push(lines.join('\\\n').replace(/^(?:\\\n)+|(?:\\\n)+$/g, ''))
  }
  const endList = () => {
    if (list.length > 0) blocks.push(list.join('\n'))
    list = []
  }
  for (const node of nodes) {
    const isBlock = typeof node !== 'string' && isBlockOrHoldsOne(node)
    if (!isBlock) {
      if (typeof node !== 'string' || node.trim() !== '') endList()
      line.push(node)
      continue
    }
    await endLine()
    if (LIST_OF_WORD.test(node.attributes.class ?? '')) {
      list.push(await itemOfWord(node, writing))
      continue
    }
    endList()
    blocks.push(...(await blockOf(node, writing)))
  }
  await endLine()
  endList()
  return blocks.filter(block => block.trim() !== '')
}

function isBlockOrHoldsOne(node: Element): boolean {
  return BLOCKS.has(node.name) || (!GONE.has(node.name) && elementsIn(node).some(isBlockOrHoldsOne))
}

async function blockOf(node: Element, writing: Writing): Promise<string[]> {
  const { name, children } = node
  const [, level] = /^h([1-6])$/.exec(name) ?? []
  if (level) {
    const words = (await inlineOf(children, writing)).replaceAll('\n', ' ').replaceAll('**', '').trim()
    return words === '' ? [] : [`${'#'.repeat(Number(level))} ${words}`]
  }
  if (name === 'ul' || name === 'ol') return [await listOf(node, name === 'ol', writing)]
  if (name === 'blockquote') return [prefixed((await blocksOf(children, writing)).join('\n\n'), '> ', '> ')]
  if (name === 'table') return tableOf(node, writing)
  if (name === 'pre')
    return [
      textIn(node)
        .trim()
        .split('\n')
        .map(one => escapeLineStart(escapeMarkdown(one)))
        .join('\\\n'),
    ]
  return blocksOf(children, writing)
}

async function listOf(node: Element, isOrdered: boolean, writing: Writing): Promise<string> {
  const items: string[] = []
  for (const item of elementsIn(node)) {
    const blocks = await blocksOf(item.children, writing)
    const marker = isOrdered ? `${items.length + 1}. ` : '- '
    if (blocks.length > 0) items.push(prefixed(blocks.join('\n'), marker, ' '.repeat(marker.length)))
  }
  return items.join('\n')
}

/** Word writes items as paragraphs that begin with their bullet. */
async function itemOfWord(node: Element, writing: Writing): Promise<string> {
  const isBullet = (child: Node) =>
    typeof child !== 'string' && /mso-list:\s*Ignore/i.test(child.attributes.style ?? '')
  const without = (one: Element): Element => ({
    ...one,
    children: one.children
      .filter(child => !isBullet(child))
      .map(child => (typeof child === 'string' ? child : without(child))),
  })
  return `- ${(await inlineOf(without(node).children, writing)).replaceAll('\n', ' ').trim()}`
}

/** A table becomes one line for each row. */
async function tableOf(node: Element, writing: Writing): Promise<string[]> {
  writing.notes.add('table')
  const rows: string[] = []
  for (const row of rowsIn(node)) {
    const cells: string[] = []
    for (const cell of elementsIn(row)) cells.push((await inlineOf(cell.children, writing)).replace(/\s+/g, ' ').trim())
    const words = cells.filter(cell => cell !== '').join('; ')
    if (words !== '') rows.push(escapeLineStart(words))
  }
  return [rows.join('\\\n')]
}

function rowsIn(node: Element): Element[] {
  return elementsIn(node).flatMap(child => (child.name === 'tr' ? [child] : rowsIn(child)))
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : others) + line).trimEnd())
    .join('\n')
}

async function inlineOf(nodes: readonly Node[], writing: Writing): Promise<string> {
  let text = ''
  for (const node of nodes)
    text += typeof node === 'string' ? escapeMarkdown(node.replace(/\s+/g, ' ')) : await inline(node, writing)
  return text
}

async function inline(node: Element, writing: Writing): Promise<string> {
  const { name, attributes, children } = node
  if (name === 'br') return '\n'
  if (name === 'img') return pictureOf(attributes, writing)
  if (GONE.has(name) || SOUNDS.has(name)) writing.notes.add(SOUNDS.has(name) ? 'media-in-text' : 'removed')
  if (GONE.has(name) || SOUNDS.has(name) || SILENT.has(name)) return ''
  const words = await inlineOf(children, writing)
  if (name === 'a') return link(words, attributes.href ?? '')
  const isBold =
    name === 'strong' || name === 'b' || /(?<![\w-])font-weight:\s*(?:bold|[6-9]00)/i.test(attributes.style ?? '')
  // Google Docs puts a whole text into a <b> that is not bold.
  return isBold && !/(?<![\w-])font-weight:\s*normal/i.test(attributes.style ?? '') && !words.includes('**')
    ? bold(words)
    : words
}

async function pictureOf({ src = '', alt = '' }: Record<string, string>, writing: Writing): Promise<string> {
  const name = await writing.findPicture(src)
  if (name === undefined) writing.notes.add('picture-missing')
  return name === undefined ? escapeMarkdown(alt) : `![${escapeMarkdown(alt)}](${name})`
}
