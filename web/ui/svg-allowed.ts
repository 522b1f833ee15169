const SHAPES = 'g path circle ellipse rect line polyline polygon text tspan title desc'
const REFERRED = 'defs linearGradient radialGradient stop clipPath'
const elements = new Set(`${SHAPES} ${REFERRED}`.split(' '))

const GEOMETRY =
  'viewBox width height x y dx dy x1 y1 x2 y2 cx cy r rx ry fx fy d points pathLength transform preserveAspectRatio'
const PAINT = `fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset stroke-opacity opacity color clip-path clip-rule vector-effect paint-order`
const GRADIENT = 'id offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits'
const LETTERS = 'font-family font-size font-style font-weight letter-spacing text-anchor dominant-baseline direction'
const attributes = new Set(`${GEOMETRY} ${PAINT} ${GRADIENT} ${LETTERS}`.split(/\s+/))

// Without quotes, colons, slashes and backslashes no value can name an address.
const HARMLESS = /^[\w\s.,%()#+-]*$/
const LOCAL_REFERENCE = /^url\(#[\w-]+\)$/

/** Whether an element may stand inside a drawing. The server cleaned it already; nothing here relies on that. */
export function isDrawn(tag: string): boolean {
  return elements.has(tag)
}

/** The attributes that may stay, under the names by which React knows them. */
export function drawnProps(given: readonly { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(
    given
      .filter(({ name, value }) => attributes.has(name) && isHarmless(value))
      .map(({ name, value }) => [name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  )
}

function isHarmless(value: string): boolean {
  return LOCAL_REFERENCE.test(value) || (HARMLESS.test(value) && !/url/i.test(value))
}
