import { Marked, type Token } from 'marked'
import sanitize from 'sanitize-html'
import { isLink } from '../../../contract/text/markup.ts'
import { cleanHtml, type FindPicture } from './cleaning/clean-html.ts'
import { PICTURE_BASE } from './course-media.ts'
import { type Reporter, short } from './findings.ts'
import { isQuicklyRead } from './markdown-limits.ts'

const parser = new Marked({ gfm: true })

/** Markdown as cleaned HTML. */
export function markdownToHtml(markdown: string, findPicture: FindPicture, report: Reporter): string {
  if (!isQuicklyRead(markdown, report)) return ''
  return cleanHtml(parser.parse(markdown, { async: false }), findPicture, report).trim()
}

/** Cleaned Markdown: without HTML, with safe links, and with the URLs of stored pictures. */
export function cleanMarkdown(markdown: string, findPicture: FindPicture, report: Reporter): string {
  if (!isQuicklyRead(markdown, report)) return ''
  let cleaned = markdown
  eachToken(markdown, token => {
    const replacement = replacementOf(token, findPicture, report)
    // A function, because `$&` in a string would be special.
    if (replacement !== undefined) cleaned = cleaned.replace(token.raw, () => replacement)
  })
  // A removal can join two parts into something new, so the result is checked again.
  eachToken(cleaned, token => {
    if (!isClean(token)) report.mistake(`cannot be cleaned: write it without ${short(token.raw.trim())}`)
  })
  return cleaned.trim()
}

/** Undefined for a token that stays as it is. */
function replacementOf(token: Token, findPicture: FindPicture, report: Reporter): string | undefined {
  if (token.type === 'html') {
    if (!/^<[/!]/.test(token.raw)) report.warn(`${short(token.raw.trim())} was removed`, token.raw.slice(0, 20))
    return sanitize(token.raw, { allowedTags: [], allowedAttributes: {} })
  }
  if (token.type === 'link' && !isLink(token.href)) {
    report.warn(`the link to ${short(token.href)} was removed: links begin with https:// or mailto:`, token.href)
    return token.text
  }
  if (token.type !== 'image') return undefined
  const url = findPicture(token.href, report)?.url
  return url ? `![${token.text}](${url})` : token.text
}

function isClean(token: Token): boolean {
  if (token.type === 'image') return token.href.startsWith(`${PICTURE_BASE}/`)
  return token.type !== 'html' && (token.type !== 'link' || isLink(token.href))
}

function eachToken(markdown: string, visit: (token: Token) => void): void {
  parser.walkTokens(parser.lexer(markdown), token => void visit(token))
}
