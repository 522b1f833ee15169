import { mediaUrl } from '../../../contract/media.ts'
import { isLink, isTextValue, textElements } from '../../../contract/text/markup.ts'

/** Elements whose content is not readable text. */
const gone = new Set(
  'script style template title head iframe object embed svg math noscript textarea select'.split(' '),
)

const PICTURE = /^media\/([^/]+)$/

/** How an element is shown: itself with these attributes, only its content, or nothing. */
export type ShownElement = Record<string, string> | 'inside' | 'nothing'

/** The server has already cleaned the HTML, but this function does not rely on that. */
export function shownAs(tag: string, attribute: (name: string) => string | null, mediaBase: string): ShownElement {
  if (gone.has(tag)) return 'nothing'
  const names = textElements.get(tag)
  if (!names) return 'inside'
  const props: Record<string, string> = {}
  for (const name of names) {
    const value = attribute(name)
    if (value !== null && isTextValue(name, value)) props[name] = value
  }
  if (tag === 'a') return link(attribute('href') ?? '')
  return tag === 'img' ? picture(attribute('src') ?? '', props, mediaBase) : props
}

function link(href: string): ShownElement {
  return isLink(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : 'inside'
}

function picture(source: string, props: Record<string, string>, mediaBase: string): ShownElement {
  const src = mediaUrl(mediaBase, PICTURE.exec(source)?.[1])
  return src ? { alt: '', ...props, src } : 'nothing'
}
