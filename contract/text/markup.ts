/**
 * What the texts and drawings of a course may hold. The server cleans them by this at import and tells what went;
 * the browser goes by it again when it shows them, relying on nobody.
 */

const plain = 'h1 h2 h3 h4 h5 h6 p ul li blockquote b strong i em del br hr pre code table caption thead tbody tr'

/** Elements of a text, and what each may carry. */
export const textElements: ReadonlyMap<string, readonly string[]> = new Map<string, string[]>([
  ...plain.split(' ').map((tag): [string, string[]] => [tag, []]),
  ['ol', ['start']],
  ['th', ['align']],
  ['td', ['align']],
  ['span', ['dir', 'lang']],
  ['bdi', ['dir', 'lang']],
  ['a', ['href']],
  ['img', ['src', 'alt', 'width', 'height']],
])

const textValues: Record<string, RegExp> = {
  align: /^(left|right|center)$/,
  start: /^\d{1,4}$/,
  width: /^\d{1,4}$/,
  height: /^\d{1,4}$/,
  dir: /^(ltr|rtl|auto)$/,
  lang: /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/,
  alt: /^/,
}

/** For all that an element may carry but addresses, which are looked at by themselves. */
export function isTextValue(name: string, value: string): boolean {
  return textValues[name]?.test(value) ?? false
}

/** Links lead out of the app or to a mail program, by a whole address: nothing that runs, nothing relative. */
export function isLink(href: string): boolean {
  return /^(?:https?:\/\/[^/\\\s]|mailto:)/i.test(href)
}

const SHAPES = 'g path circle ellipse rect line polyline polygon text tspan title desc'
const REFERRED = 'defs linearGradient radialGradient stop clipPath'

/** Elements inside the <svg> of a drawing. */
export const drawingElements: ReadonlySet<string> = new Set(`${SHAPES} ${REFERRED}`.split(' '))

const GEOMETRY =
  'viewBox width height x y dx dy x1 y1 x2 y2 cx cy r rx ry fx fy d points pathLength transform preserveAspectRatio'
const PAINT = `fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset stroke-opacity opacity color clip-path clip-rule vector-effect paint-order`
const GRADIENT = 'id offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits'
const LETTERS = 'font-family font-size font-style font-weight letter-spacing text-anchor dominant-baseline direction'

export const drawingAttributes: ReadonlySet<string> = new Set(
  `${GEOMETRY} ${PAINT} ${GRADIENT} ${LETTERS}`.split(/\s+/),
)

/** The id that a value like url(#shade) refers to, in the same drawing. */
export function localReference(value: string): string | undefined {
  return /^url\(#([\w-]+)\)$/.exec(value)?.[1]
}

/** Without quotes, colons, slashes and backslashes no value can name an address or hide one from us. */
export function isDrawingValue(value: string): boolean {
  return /^[\w\s.,%()#+-]*$/.test(value) && !/url/i.test(value)
}
