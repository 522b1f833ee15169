import sanitize from 'sanitize-html'
import { isLink, isTextValue, textElements } from '../../../../contract/text/markup.ts'
import { type Reporter, short } from '../findings.ts'
import type { Size } from '../picture-size.ts'

export type Picture = { url: string; size?: Size | undefined }

/** Reports why if there is no such picture, and returns undefined. */
export type FindPicture = (source: string, report: Reporter) => Picture | undefined

/** Elements that are removed with their content. */
const goneWhole =
  'script style textarea option select iframe frame object embed applet svg math template noscript noembed noframes xmp title head audio video canvas'

const allowed = Object.fromEntries([...textElements].map(([tag, names]) => [tag, [...names]]))

/** Keeps only what contract/text/markup.ts allows, and reports the rest. Pictures get the URL of the stored file. */
export function cleanHtml(html: string, findPicture: FindPicture, report: Reporter): string {
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
        // Markdown writes the language of a code block here.
        if (tag === 'code' && name === 'class') return []
        if (tag === 'a' && name === 'href') return linkAttributes(value, report)
        if (tag === 'img' && name === 'src') return pictureAttributes(findPicture(value, report), attributes)
        if (known.includes(name) && isTextValue(name, value)) return [[name, value]]
        report.warn(`${name} of <${tag}> was removed`, name)
        return []
      }),
    )
  }
}

/** With a size the page does not jump when the picture loads. The author's own size wins. */
function pictureAttributes(picture: Picture | undefined, given: sanitize.Attributes): [name: string, value: string][] {
  const { url = '', size } = picture ?? {}
  const isSized = given.width !== undefined || given.height !== undefined
  if (!size || isSized) return [['src', url]]
  return [
    ['src', url],
    ['width', String(size.width)],
    ['height', String(size.height)],
  ]
}

function linkAttributes(href: string, report: Reporter): [name: string, value: string][] {
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
