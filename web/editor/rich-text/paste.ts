import { DOMParser, Fragment, type Node, Slice } from 'prosemirror-model'
import { inertDocument } from '../../ui/rich-text/inert-html.ts'
import { cleanPasted, type LostInPaste, withReadableStyles } from './clean-pasted.ts'
import { htmlOf } from './plain-text.ts'
import { schema } from './schema.ts'

/** The part of a pasted text that a page can hold, and the kinds of things that were left out. */
export type Pasted = { slice: Slice; lost: LostInPaste[] }

/**
 * Reads what was copied in Word, Google Docs, WhatsApp, a web page or a PDF. In a language without italics, italic
 * words become bold.
 */
export function readPasted(html: string, text: string, hasItalics: boolean): Pasted {
  const { body } = inertDocument(html === '' ? htmlOf(text) : withReadableStyles(html), 'text/html')
  const lost = cleanPasted(body, hasItalics)
  const { content } = DOMParser.fromSchema(schema).parseSlice(body)
  const blocks = tidied(inBlocks(content))
  const filled = blocks.content.filter(({ type, childCount }) => type !== nodes.paragraph || childCount > 0)
  return { slice: Slice.maxOpen(withEndSpaces(Fragment.fromArray(filled), text)), lost }
}

/**
 * Words from the middle of a line keep the space at each of their ends, which HTML drops. Without it they would join
 * with the words beside them.
 */
export function withEndSpaces(blocks: Fragment, text: string): Fragment {
  const [before = '', words = '', after = ''] = ONE_LINE.exec(text)?.slice(1) ?? []
  const [block] = blocks.content
  if (!block && words === '' && before !== '') return Fragment.from(nodes.paragraph.create(null, SPACE))
  if (words === '' || blocks.childCount > 1 || !block?.isTextblock) return blocks
  const start = before === '' ? Fragment.empty : Fragment.from(SPACE)
  const end = after === '' ? Fragment.empty : Fragment.from(SPACE)
  return Fragment.from(block.copy(start.append(block.content).append(end)))
}

/** Words without a block around them become a paragraph. */
function inBlocks(content: Fragment): Fragment {
  const blocks: Node[] = []
  let words: Node[] = []
  const end = () => {
    if (words.length > 0) blocks.push(nodes.paragraph.create(null, words))
    words = []
  }
  for (const node of content.content) {
    if (node.isInline) words.push(node)
    else {
      end()
      blocks.push(node)
    }
  }
  end()
  return Fragment.fromArray(blocks)
}

const { nodes, marks } = schema
const ONE_LINE = /^([ \t\u00a0]*)(.*?)([ \t\u00a0]*)$/
const SPACE = schema.text(' ')

/** Two line breaks begin a new paragraph, empty paragraphs are removed, and headings are not bold. */
function tidied(content: Fragment): Fragment {
  return Fragment.fromArray([...content.content].flatMap(tidy))
}

function tidy(node: Node): Node[] {
  if (node.type === nodes.paragraph) return paragraphsIn(node)
  if (node.type === nodes.heading) return [node.copy(withoutBold(node.content))]
  return [node.isTextblock || node.isLeaf ? node : node.copy(tidied(node.content))]
}

function paragraphsIn(paragraph: Node): Node[] {
  const parts: Node[][] = [[]]
  for (const child of paragraph.children) {
    const part = parts.at(-1) as Node[]
    const isBreak = child.type === nodes.lineBreak
    if (isBreak && part.at(-1)?.type === nodes.lineBreak) {
      part.pop()
      parts.push([])
    } else if (!isBreak || part.length > 0) part.push(child)
  }
  const filled = parts.map(part => (part.at(-1)?.type === nodes.lineBreak ? part.slice(0, -1) : part))
  const whole = filled.filter(part => part.length > 0).map(part => paragraph.copy(Fragment.fromArray(part)))
  return whole.length > 0 ? whole : [paragraph.copy(Fragment.empty)]
}

function withoutBold(content: Fragment): Fragment {
  const isBold = content.content.every(({ isText, marks: own }) => !isText || marks.strong.isInSet(own) !== undefined)
  if (!isBold) return content
  return Fragment.fromArray(content.content.map(one => one.mark(marks.strong.removeFromSet(one.marks))))
}
