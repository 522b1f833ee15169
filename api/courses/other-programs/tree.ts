import { Parser } from 'htmlparser2'
import { BadZipError } from '../zip/open-zip.ts'

export type Element = { name: string; attributes: Record<string, string>; children: Node[] }
export type Node = Element | string

export const EMPTY: Element = { name: '', attributes: {}, children: [] }

const MAX_ELEMENTS = 300_000
const MAX_DEPTH = 100

/**
 * Reads XML. The parser knows only the entities of XML and numbers, and opens no other file. A file that declares
 * entities is refused, because its texts would be incomplete.
 */
export function readXml(text: string): Element {
  const root = element('')
  const open = [root]
  const count = counter()
  const parser = new Parser(
    {
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') throw new BadZipError('has a DOCTYPE, which is not read')
      },
      onopentag(name, attributes) {
        count()
        if (open.length > MAX_DEPTH) throw new BadZipError(`has elements more than ${MAX_DEPTH} deep in each other`)
        open.push(append(open, element(name, attributes)))
      },
      ontext: text => void open.at(-1)?.children.push(text),
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  )
  parser.write(text)
  const isWhole = open.length === 1
  parser.end()
  if (!isWhole) throw new BadZipError('is cut off: an element does not end')
  return root
}

/** Reads HTML as browsers do, without errors. Elements that are nested too deep move up to their parent. */
export function readHtml(text: string): Element {
  const root = element('')
  const open: Element[] = [root]
  const count = counter()
  let tooDeep = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      count()
      if (open.length > MAX_DEPTH) tooDeep++
      else open.push(append(open, element(name, attributes)))
    },
    ontext: text => void open.at(-1)?.children.push(text),
    onclosetag() {
      if (tooDeep > 0) tooDeep--
      else open.pop()
    },
  })
  parser.end(text)
  return root
}

function counter(): () => void {
  let elements = 0
  return () => {
    elements++
    if (elements > MAX_ELEMENTS) throw new BadZipError(`has more than ${MAX_ELEMENTS} elements`)
  }
}

function element(name: string, attributes: Record<string, string> = {}): Element {
  return { name, attributes, children: [] }
}

function append(open: readonly Element[], child: Element): Element {
  open.at(-1)?.children.push(child)
  return child
}

export function elementsIn({ children }: Element, name?: string): Element[] {
  return children.filter(child => typeof child !== 'string' && (name === undefined || child.name === name)) as Element[]
}

export function firstIn(parent: Element | undefined, ...names: string[]): Element | undefined {
  return names.reduce<Element | undefined>((inner, name) => inner && elementsIn(inner, name)[0], parent)
}

export function textIn(parent: Element | undefined): string {
  return (parent?.children ?? []).map(child => (typeof child === 'string' ? child : textIn(child))).join('')
}
