import { type Element, EMPTY, elementsIn, firstIn } from './tree.ts'

/** The level of each heading style; 0 is the title. Style ids differ by the language of Word. */
export function levelsIn(styles: Element | undefined): Map<string, number> {
  const levels = new Map<string, number>([['Title', 0]])
  for (const style of elementsIn(firstIn(styles, 'w:styles') ?? EMPTY, 'w:style')) {
    const id = style.attributes['w:styleId'] ?? ''
    const [, level] = /^heading ([1-9])$/i.exec(firstIn(style, 'w:name')?.attributes['w:val'] ?? '') ?? []
    if (level) levels.set(id, Number(level))
    if (/^title$/i.test(firstIn(style, 'w:name')?.attributes['w:val'] ?? '')) levels.set(id, 0)
  }
  for (let level = 1; level <= 6; level++) if (!levels.has(`Heading${level}`)) levels.set(`Heading${level}`, level)
  return levels
}

/** The lists whose first level has bullets; the others have numbers. */
export function bulletsIn(numbering: Element | undefined): Set<string> {
  const root = firstIn(numbering, 'w:numbering') ?? EMPTY
  const isBullet = (one: Element) => firstIn(one, 'w:lvl', 'w:numFmt')?.attributes['w:val'] === 'bullet'
  const abstract = new Set(
    elementsIn(root, 'w:abstractNum')
      .filter(isBullet)
      .map(one => one.attributes['w:abstractNumId']),
  )
  const numbers = elementsIn(root, 'w:num')
  return new Set(
    numbers
      .filter(one => abstract.has(firstIn(one, 'w:abstractNumId')?.attributes['w:val']))
      .map(one => one.attributes['w:numId'] ?? ''),
  )
}
