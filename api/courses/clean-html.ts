import sanitize from 'sanitize-html'
import { type Report, short } from './findings.ts'

/** The address under which a picture of the course will be found, or undefined after telling why there is none. */
export type PictureAddress = (source: string, report: Report) => string | undefined

/** Elements that stay, and what they may carry. */
const allowed: Record<string, string[]> = {
  ...Object.fromEntries(
    'h1 h2 h3 h4 h5 h6 p ul li blockquote b strong i em del br hr pre'.split(' ').map(tag => [tag, []]),
  ),
  ...Object.fromEntries('table thead tbody tr caption'.split(' ').map(tag => [tag, []])),
  th: ['align'],
  td: ['align'],
  ol: ['start'],
  code: [],
  bdi: ['dir', 'lang'],
  span: ['dir', 'lang'],
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
}

/** Elements whose inside is not text to read, so it goes with them. */
const goneWhole =
  'script style textarea option select iframe frame object embed applet svg math template noscript noembed noframes xmp title head audio video canvas'

const VALUES: Record<string, RegExp> = {
  align: /^(left|right|center)$/,
  start: /^\d{1,4}$/,
  width: /^\d{1,4}$/,
  height: /^\d{1,4}$/,
  dir: /^(ltr|rtl|auto)$/,
  lang: /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/,
}

/** HTML with nothing in it but what `allowed` names; what goes is told to `report`. Pictures get their stored address. */
export function cleanHtml(html: string, pictureAddress: PictureAddress, report: Report): string {
  return sanitize(html, {
    allowedTags: Object.keys(allowed),
    allowedAttributes: { ...allowed, a: ['href', 'rel', 'target'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: goneWhole.split(' '),
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: cleanAttributes(tagName, attribs) }) },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })

  function cleanAttributes(tag: string, attributes: sanitize.Attributes): sanitize.Attributes {
    const known = allowed[tag]
    if (!known) {
      report.warn(`<${tag}> was removed`, `<${tag}`)
      return {}
    }
    return Object.fromEntries(
      Object.entries(attributes).flatMap(([name, value]) => {
        // Markdown itself writes down the language of a code block.
        if (tag === 'code' && name === 'class') return []
        if (tag === 'a' && name === 'href') return linkAttributes(value, report)
        if (tag === 'img' && name === 'src') return [['src', pictureAddress(value, report) ?? '']]
        if (known.includes(name) && (VALUES[name]?.test(value) ?? true)) return [[name, value]]
        report.warn(`${name} of <${tag}> was removed`, name)
        return []
      }),
    )
  }
}

/** Links lead out of the app or to a mail program, by a whole address: nothing that runs, nothing relative. */
export function isLink(href: string): boolean {
  return /^(?:https?:\/\/[^/\\\s]|mailto:)/i.test(href)
}

function linkAttributes(href: string, report: Report): [name: string, value: string][] {
  if (!isLink(href)) {
    report.warn(`the link to ${short(href)} was removed: links begin with https:// or mailto:`, href)
    return []
  }
  return [
    ['href', href],
    ['rel', 'noopener noreferrer'],
    ['target', '_blank'],
  ]
}
