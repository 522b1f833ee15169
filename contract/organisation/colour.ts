/** The colour of an organisation that chose none. */
export const DEFAULT_COLOUR = '#006f80'

/** White letters on the colour of an organisation can be read from this contrast on (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5

/** The colour, or a darker one of the same hue if white letters could not be read on it. */
export function readableColour(colour: string): string {
  let [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16)) as Rgb
  while (1.05 / (luminanceOf([red, green, blue]) + 0.05) < MIN_CONTRAST)
    [red, green, blue] = [red, green, blue].map(part => Math.floor(part * 0.97)) as Rgb
  return `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
}

type Rgb = [number, number, number]

function luminanceOf(parts: Rgb): number {
  const [red, green, blue] = parts.map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
