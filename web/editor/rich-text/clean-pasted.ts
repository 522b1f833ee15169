import { cleanTyped } from '../clean-typed.ts'
import { cleanListsOfWord } from './clean-lists-of-word.ts'

/** The kinds of things that were left out. */
export type LostInPaste = 'pictures' | 'tables' | 'looks'

const UNREAD = [
  'head, script, style, noscript, template, title, svg, math, iframe, object, embed',
  'button, input, select, textarea, nav, audio, video',
  // Comments and tracked deletions of Word, links to edit and to sources of Wikipedia, and a last break of Chromium.
  '.MsoCommentReference, [data-style*="mso-element:comment"], del[cite], del[datetime]',
  '.mw-editsection, sup.reference, br.Apple-interchange-newline',
].join()

/** In pixels. Smaller pictures are invisible, and only tell a sender that a mail was opened. */
const SMALLEST = 4
const EMOJI =
  /^(?=.*[\p{Extended_Pictographic}\p{Regional_Indicator}])[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u

const TAG = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi

/**
 * Renames the style attributes, which are only read here, and removes style elements. The security policy would block
 * and log each of them, even in a document that is not shown.
 */
export function withReadableStyles(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?<\/style>/gi, '')
    .replace(TAG, tag => tag.replace(/(\s)style(?=\s*=)/i, '$1data-style'))
}

/** Reduces a pasted document to what the schema reads: headings, paragraphs, lists, quotes, bold words and links. */
export function cleanPasted(body: HTMLElement, hasItalics: boolean): LostInPaste[] {
  const lost: LostInPaste[] = []
  if (body.querySelector('[data-style*="color"], font, [data-style*="font-family"]')) lost.push('looks')
  for (const unread of body.querySelectorAll(UNREAD)) unread.remove()
  if (cleanPictures(body)) lost.unshift('pictures')
  cleanBoldWords(body)
  if (!hasItalics) for (const words of body.querySelectorAll('i, em')) rename(words, 'strong')
  cleanListsOfWord(body)
  cleanListsOfGoogle(body)
  cleanHeadings(body)
  cleanQuotes(body)
  if (flattenTables(body)) lost.unshift('tables')
  cleanLinks(body)
  cleanLineBreaks(body)
  cleanTexts(body)
  for (const block of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, blockquote, div'))
    if (block.textContent?.trim() === '' && !block.querySelector('img, pre')) block.remove()
  return lost
}

/** Emoji pictures become letters. Returns whether a picture was left out because the clipboard does not have it. */
function cleanPictures(body: HTMLElement): boolean {
  let isLost = false
  for (const picture of body.querySelectorAll('img')) {
    const { alt } = picture
    const size = (name: string) => Number.parseInt(picture.getAttribute(name) ?? '', 10)
    if (alt !== '' && EMOJI.test(alt)) picture.replaceWith(alt)
    else if (size('width') < SMALLEST || size('height') < SMALLEST) picture.remove()
    else if (picture.src.startsWith('data:image/')) picture.setAttribute('data-file', picture.src)
    else if (!picture.hasAttribute('data-file')) {
      isLost = true
      picture.remove()
    }
  }
  return isLost
}

/** Some programs write bold and italic words as a style. A document of Google is inside of a <b> that is not bold. */
function cleanBoldWords(body: HTMLElement): void {
  for (const words of body.querySelectorAll('[data-style*="font-weight"], [data-style*="font-style"]')) {
    const style = words.getAttribute('data-style') ?? ''
    if (words.tagName === 'B' && /font-weight:\s*(?:normal|400)/.test(style)) words.replaceWith(...words.childNodes)
    else {
      if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) wrapContent(words, 'strong')
      if (/font-style:\s*italic/.test(style)) wrapContent(words, 'em')
    }
  }
}

function wrapContent(element: Element, name: string): void {
  const inner = element.ownerDocument.createElement(name)
  inner.append(...element.childNodes)
  element.append(inner)
}

/** Google Docs writes an inner list beside the item to which it belongs. This moves the list into the item. */
function cleanListsOfGoogle(body: HTMLElement): void {
  for (const inner of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const item = inner.previousElementSibling
    if (item?.tagName === 'LI') item.append(inner)
    else {
      const own = body.ownerDocument.createElement('li')
      inner.replaceWith(own)
      own.append(inner)
    }
  }
}

function cleanHeadings(body: HTMLElement): void {
  for (const heading of body.querySelectorAll('[role="heading"][aria-level]'))
    if (!/^H\d$/.test(heading.tagName)) rename(heading, `h${Math.min(6, Number(heading.getAttribute('aria-level')))}`)
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1')
}

/** In Word a quote is a kind of paragraph. */
function cleanQuotes(body: HTMLElement): void {
  for (const words of body.querySelectorAll('p.MsoQuote, p.MsoIntenseQuote')) {
    const before = words.previousElementSibling
    const isSame = before?.tagName === 'BLOCKQUOTE' && before.hasAttribute('data-word')
    const quote = isSame ? before : body.ownerDocument.createElement('blockquote')
    quote.setAttribute('data-word', '')
    if (!isSame) words.before(quote)
    quote.append(words)
  }
}

const ARABIC = /\p{Script=Arabic}/u
const BLOCKS = 'p, ul, ol, h1, h2, h3, h4, h5, h6, blockquote, table'

/** Each row becomes a line, but a table for layout becomes its texts. Returns whether there was a table. */
function flattenTables(body: HTMLElement): boolean {
  const all = [...body.querySelectorAll('table')].reverse()
  for (const table of all) {
    const rows = [...table.querySelectorAll('tr')].map(row => [...row.querySelectorAll(':scope > :is(td, th)')])
    const isLayout = rows.flat().some(cell => cell.querySelectorAll(BLOCKS).length > 1)
    const lines = body.ownerDocument.createElement(isLayout ? 'div' : 'p')
    for (const cells of rows) {
      const filled = cells.filter(cell => cell.textContent?.trim() !== '' || cell.querySelector('img'))
      if (isLayout) lines.append(...filled.map(cell => rename(cell, 'div')))
      else if (filled.length > 0) lines.append(...(lines.hasChildNodes() ? [newBreak(body)] : []), ...lineOf(filled))
    }
    table.replaceWith(lines)
  }
  return all.length > 0
}

function lineOf(cells: readonly Element[]): (Node | string)[] {
  const between = cells.some(({ textContent }) => ARABIC.test(textContent ?? '')) ? '؛ ' : '; '
  return cells.flatMap((cell, index) => [
    ...(index > 0 ? [between] : []),
    ...(cell.querySelector('p, div') ?? cell).childNodes,
  ])
}

/** Removes Google's redirects from links, and the parameters that track who follows a link. */
function cleanLinks(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    const given = urlOf(href)
    const isDetour = given && /^www\.google\.[a-z.]+$/.test(given.hostname) && given.pathname === '/url'
    const url = isDetour ? urlOf(given.searchParams.get('q') ?? '') : given
    if (!url) continue
    const counting = [...url.searchParams.keys()].filter(name => /^(?:utm_\w+|fbclid|gclid)$/.test(name))
    for (const name of counting) url.searchParams.delete(name)
    if (isDetour || counting.length > 0) link.setAttribute('href', url.href)
  }
}

function urlOf(href: string): URL | undefined {
  try {
    return new URL(href)
  } catch {
    return undefined
  }
}

const AS_TYPED =
  '[data-style*="white-space: pre"], [data-style*="white-space:pre"], [data-style*="white-space-collapse: preserve"]'

/** In a chat, lines end with a line feed, which becomes a <br>. A <br> beside a block makes no line and is removed. */
function cleanLineBreaks(body: HTMLElement): void {
  for (const text of textsIn(body)) {
    if (!text.data.includes('\n') || !text.parentElement?.closest(AS_TYPED)) continue
    const parts = text.data.split('\n').flatMap((line, index) => (index === 0 ? [line] : [newBreak(body), line]))
    text.replaceWith(...parts)
  }
  for (const one of body.querySelectorAll('br')) {
    const sides = [one.previousElementSibling, one.nextElementSibling]
    const isAlone = one.parentElement?.querySelector(`:scope > :is(${BLOCKS}, div)`) !== null
    if (isAlone && sides.some(side => side?.matches(`${BLOCKS}, div`))) one.remove()
  }
}

function newBreak(body: HTMLElement): HTMLElement {
  return body.ownerDocument.createElement('br')
}

/** Characters of a PDF that join several letters, or are a letter in the form that it has within a word. */
const FORMS = /[\ufb00-\ufb06\ufb50-\ufdc7\ufe70-\ufefc]/g

/** Removes control characters and direction marks, because the field sets its own direction. */
function cleanTexts(body: HTMLElement): void {
  for (const text of textsIn(body)) {
    const clean = cleanTyped(text.data)
      .replace(/\u00a0/g, ' ')
      .replace(FORMS, sign => sign.normalize('NFKC'))
    if (clean !== text.data) text.data = clean
  }
}

function textsIn(body: HTMLElement): Text[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
  return texts
}

function rename(element: Element, name: string): Element {
  const other = element.ownerDocument.createElement(name)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}
