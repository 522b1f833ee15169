import { DOMParser, type Slice } from 'prosemirror-model'
import { inertDocument } from '../../ui/rich-text/inert-html.ts'
import { cleanTyped } from '../clean-typed.ts'
import { listsOfWord } from './lists-of-word.ts'
import { schema } from './schema.ts'

/** The part of a pasted text that a page can hold, and the kinds of things that were left out. */
export type Pasted = { slice: Slice; lost: Lost[] }
export type Lost = 'pictures' | 'tables' | 'looks'

const UNREAD =
  'head, script, style, noscript, template, title, svg, math, iframe, object, embed, .MsoCommentReference, [style*="mso-element:comment"]'

/** From Word, Google Docs, WhatsApp, a web page or a PDF. */
export function readPasted(html: string, text: string): Pasted {
  const { body } = inertDocument(html === '' ? htmlOf(text) : html, 'text/html')
  const lost: Lost[] = []
  if (body.querySelector('table')) lost.push('tables')
  if (body.querySelector('[style*="color"], font, [style*="font-family"]')) lost.push('looks')
  for (const unread of body.querySelectorAll(UNREAD)) unread.remove()
  for (const picture of body.querySelectorAll('img:not([data-file])')) {
    if (!lost.includes('pictures')) lost.push('pictures')
    picture.remove()
  }
  listsOfWord(body)
  cleanTexts(body)
  for (const block of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, blockquote, div'))
    if (block.textContent?.trim() === '' && !block.querySelector('img, pre')) block.remove()
  return { slice: DOMParser.fromSchema(schema).parseSlice(body), lost }
}

/** Control characters and direction marks go; the field brings its own direction. */
function cleanTexts(body: HTMLElement): void {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = cleanTyped(node.nodeValue ?? '').replace(/\u00a0/g, ' ')
    if (text !== node.nodeValue) node.nodeValue = text
  }
}

const BULLET = /^\s*[-*•·‣▪]\s+/
const NUMBER = /^\s*[0-9٠-٩]{1,3}[.)-]\s+/

/** Plain text: each line is a paragraph, and lines with the same sign are a list. WhatsApp marks bold words by stars. */
function htmlOf(text: string): string {
  const lines = text.split(/\r\n?|\n/).filter(line => line.trim() !== '')
  const kindOf = (line: string) => {
    if (BULLET.test(line)) return 'ul'
    return NUMBER.test(line) ? 'ol' : 'p'
  }
  return lines
    .map((line, index) => {
      const kind = kindOf(line)
      const words = inHtml(kind === 'p' ? line : line.replace(kind === 'ul' ? BULLET : NUMBER, ''))
      if (kind === 'p') return `<p>${words}</p>`
      const isFirst = index === 0 || kindOf(lines[index - 1] as string) !== kind
      const isLast = index === lines.length - 1 || kindOf(lines[index + 1] as string) !== kind
      return `${isFirst ? `<${kind}>` : ''}<li>${words}</li>${isLast ? `</${kind}>` : ''}`
    })
    .join('')
}

function inHtml(line: string): string {
  const safe = line.trim().replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return safe.replace(/(?<![\p{L}\p{N}*])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\p{L}\p{N}*])/gu, '<strong>$1</strong>')
}
