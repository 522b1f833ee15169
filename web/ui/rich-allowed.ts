import { mediaUrl } from '../../contract/media.ts'

const plain = 'h1 h2 h3 h4 h5 h6 p ul ol li blockquote b strong i em del br hr pre code table caption thead tbody tr'
/** Elements that stay, and what they may carry. */
const allowed = new Map<string, string[]>([
  ...plain.split(' ').map((tag): [string, string[]] => [tag, []]),
  ['ol', ['start']],
  ['th', ['align']],
  ['td', ['align']],
  ['span', ['dir', 'lang']],
  ['bdi', ['dir', 'lang']],
  ['a', ['href']],
  ['img', ['src', 'alt', 'width', 'height']],
])

/** Elements whose inside is not text to read. */
const gone = new Set(
  'script style template title head iframe object embed svg math noscript textarea select'.split(' '),
)

const VALUES: Record<string, RegExp> = {
  align: /^(left|right|center)$/,
  start: /^\d{1,4}$/,
  width: /^\d{1,4}$/,
  height: /^\d{1,4}$/,
  dir: /^(ltr|rtl|auto)$/,
  lang: /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/,
  alt: /^/,
}
const LINK = /^(?:https?:\/\/[^/\\\s]|mailto:)/i
const PICTURE = /^media\/([^/]+)$/

/** What is shown of an element: itself with these attributes, only what is inside, or nothing. */
export type Shown = Record<string, string> | 'inside' | 'nothing'

/** The server cleaned it already; nothing here relies on that. */
export function shownAs(tag: string, attribute: (name: string) => string | null, mediaBase: string): Shown {
  if (gone.has(tag)) return 'nothing'
  const names = allowed.get(tag)
  if (!names) return 'inside'
  const props: Record<string, string> = {}
  for (const name of names) {
    const value = attribute(name)
    if (value !== null && VALUES[name]?.test(value)) props[name] = value
  }
  if (tag === 'a') return link(attribute('href') ?? '')
  return tag === 'img' ? picture(attribute('src') ?? '', props, mediaBase) : props
}

function link(href: string): Shown {
  return LINK.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : 'inside'
}

function picture(source: string, props: Record<string, string>, mediaBase: string): Shown {
  const src = mediaUrl(mediaBase, PICTURE.exec(source)?.[1])
  return src ? { alt: '', ...props, src } : 'nothing'
}
