import { Marked, type Token, type Tokens } from 'marked'
import { Fragment, type Mark, type Node } from 'prosemirror-model'
import type { Language } from '../../../contract/languages.ts'
import { isLink } from '../../../contract/text/markup.ts'
import { isolatedIn } from './isolated.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema
const parser = new Marked({ gfm: true })

/** A block that is not inside of another block, and its Markdown as the author wrote it. */
export type Original = { node: Node; source: string; gapAfter: string }

export type ReadText = { doc: Node; source: string; originals: readonly Original[]; gapBefore: string }

/** Thrown inside of a block that has something which the editor cannot show. The block is kept as its source. */
class Unknown extends Error {}

type ReadOptions = {
  /** Whether an empty text begins with a heading. */
  beginsWithHeading?: boolean
  /** The editor isolates numbers and foreign words in this language by itself, so they get no `bdi` mark. */
  language?: Language
}

/** Markdown as a document, with the source of each block, so that blocks nobody edits stay as they were written. */
export function readMarkdown(source: string, { beginsWithHeading = false, language }: ReadOptions = {}): ReadText {
  const originals: Original[] = []
  let gapBefore = ''
  for (const token of parser.lexer(source)) {
    const text = token.raw.trimEnd()
    const gap = token.raw.slice(text.length)
    const last = originals.at(-1)
    if (text === '') {
      if (last) last.gapAfter += gap
      else gapBefore += gap
    } else originals.push({ node: withoutOwnIsolation(topBlock(token, text), language), source: text, gapAfter: gap })
  }
  const blocks = originals.map(({ node }) => node)
  const first = beginsWithHeading ? nodes.heading.create({ level: 1 }) : nodes.paragraph.create()
  const doc = nodes.doc.create(null, blocks.length > 0 ? blocks : [first])
  return { doc, source, originals, gapBefore }
}

function topBlock(token: Token, text: string): Node {
  try {
    return blockOf(token)
  } catch (error) {
    if (error instanceof Unknown) return nodes.kept.create({ source: text })
    throw error
  }
}

function blockOf(token: Token): Node {
  switch (token.type) {
    case 'heading':
      return nodes.heading.create({ level: token.depth }, inlineOf(token.tokens))
    case 'paragraph':
    case 'text':
      return nodes.paragraph.create(null, inlineOf(token.tokens ?? []))
    case 'blockquote':
      return nodes.quote.create(null, blocksOf(token.tokens ?? []))
    case 'list':
      return listOf(token as Tokens.List)
    default:
      throw new Unknown()
  }
}

function blocksOf(tokens: readonly Token[]): Node[] {
  const blocks = tokens.filter(({ type }) => type !== 'space').map(blockOf)
  return blocks.length > 0 ? blocks : [nodes.paragraph.create()]
}

function listOf({ ordered, start, loose, items }: Tokens.List): Node {
  const attrs = { isOrdered: ordered, start: ordered && start !== '' ? start : 1, isLoose: loose }
  return nodes.list.create(attrs, items.map(itemOf))
}

function itemOf(item: Tokens.ListItem): Node {
  if (item.task) throw new Unknown()
  const blocks = blocksOf(item.tokens)
  if (blocks[0]?.type !== nodes.paragraph) blocks.unshift(nodes.paragraph.create())
  return nodes.item.create(null, blocks)
}

function inlineOf(tokens: readonly Token[] = []): Node[] {
  const inline: Node[] = []
  let isolated: Mark | undefined
  const add = (token: Token, around: readonly Mark[]): unknown => {
    const own = isolated ? isolated.addToSet(around) : around
    switch (token.type) {
      case 'text':
      case 'escape':
        return addText(token, own)
      case 'strong':
        return addAll(token.tokens, marks.strong.create().addToSet(around))
      case 'em':
        return addAll(token.tokens, marks.em.create().addToSet(around))
      case 'link':
        if (!isLink(token.href) || token.title) throw new Unknown()
        return addAll(token.tokens, marks.link.create({ href: token.href }).addToSet(around))
      case 'image':
        if (token.title) throw new Unknown()
        return inline.push(nodes.picture.create({ src: token.href, alt: token.text }, null, own))
      case 'br':
        return inline.push(nodes.lineBreak.create(null, null, own))
      case 'html':
        isolated = isolatedBy(token.raw, isolated)
        return
      default:
        throw new Unknown()
    }
  }
  const addAll = (inner: readonly Token[] = [], around: readonly Mark[]): void => {
    for (const token of inner) add(token, around)
  }
  const addText = (token: Token, own: readonly Mark[]): unknown => {
    const { text } = token as Tokens.Text
    if (token.type === 'text' && 'tokens' in token && token.tokens) return addAll(token.tokens, own)
    // A reference such as &nbsp; would have to be written back as it was.
    if (token.type === 'text' && /&(#|\w+;)/.test(text)) throw new Unknown()
    const shown = text.replace(/[ \t]*\n[ \t]*/g, ' ')
    if (shown !== '') inline.push(schema.text(shown, own))
  }
  addAll(tokens, [])
  if (isolated) throw new Unknown()
  return inline
}

/**
 * Removes `bdi` marks where the editor isolates numbers and foreign words by itself. With such a mark, words that are
 * typed after a number would become part of its isolation. If a text has other isolation, all its marks stay.
 */
function withoutOwnIsolation(node: Node, language: Language | undefined): Node {
  if (!language || node.isLeaf) return node
  if (!node.inlineContent) return node.copy(Fragment.from(node.children.map(one => withoutOwnIsolation(one, language))))
  const isMarked = (one: Node) => one.marks.some(({ type, attrs }) => type === marks.bdi && attrs.dir === 'ltr')
  const plain = node.copy(Fragment.from(node.children.map(one => one.mark(marks.bdi.removeFromSet(one.marks)))))
  const own = textsOf(plain, () => true).flatMap(({ at, text }) =>
    isolatedIn(text, language).map(({ from, to }) => `${at + from} ${at + to}`),
  )
  const marked = textsOf(node, isMarked).map(({ at, text }) => `${at} ${at + text.length}`)
  const isOther = node.children.some(one => marks.bdi.isInSet(one.marks) && !(one.isText && isMarked(one)))
  return !isOther && marked.every(one => own.includes(one)) ? plain : node
}

function textsOf(parent: Node, isWanted: (node: Node) => boolean): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = []
  parent.forEach((node, at) => {
    if (node.isText && isWanted(node)) found.push({ at, text: node.text ?? '' })
  })
  return found
}

/** The mark of the text after a tag. The editor can show no other tag than <bdi>. */
function isolatedBy(tag: string, before: Mark | undefined): Mark | undefined {
  const dir = /^<bdi dir="(ltr|rtl)">$/.exec(tag)?.[1]
  if (dir && !before) return marks.bdi.create({ dir })
  if (tag === '</bdi>' && before) return undefined
  throw new Unknown()
}
