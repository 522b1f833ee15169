/**
 * The markup that texts and drawings of a course may contain. The server cleans them at import and reports what it
 * removed; the browser checks again when it shows them.
 */

const plain = 'h1 h2 h3 h4 h5 h6 p ul li blockquote b strong i em del br hr pre code table caption thead tbody tr'

/** Allowed elements of a text, with their attributes. */
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

/** Whether an attribute may have this value. URLs have checks of their own. */
export function isTextValue(name: string, value: string): boolean {
  return textValues[name]?.test(value) ?? false
}

/** Absolute links out of the app, or to a mail program: no scripts, no relative links. */
export function isLink(href: string): boolean {
  return /^(?:https?:\/\/[^/\\\s]|mailto:)/i.test(href)
}

const SHAPES = 'g path circle ellipse rect line polyline polygon text tspan title desc'
const REFERRED = 'defs linearGradient radialGradient stop clipPath'

/** Allowed elements inside the <svg> of a drawing. */
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

/** The id in a value like url(#shade), in the same drawing. */
export function localReference(value: string): string | undefined {
  return /^url\(#([\w-]+)\)$/.exec(value)?.[1]
}

/** Without quotes, colons, slashes and backslashes no value can contain or hide a URL. */
export function isDrawingValue(value: string): boolean {
  return /^[\w\s.,%()#+-]*$/.test(value) && !/url/i.test(value)
}
