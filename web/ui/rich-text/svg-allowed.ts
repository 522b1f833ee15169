import { drawingAttributes, drawingElements, isDrawingValue, localReference } from '../../../contract/text/markup.ts'

/** Whether an element may be inside a drawing. The server has cleaned it already, but this does not rely on that. */
export function isDrawn(tag: string): boolean {
  return drawingElements.has(tag)
}

/** The allowed attributes, under the names of React. */
export function drawnProps(given: readonly { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(
    given
      .filter(({ name, value }) => drawingAttributes.has(name) && isHarmless(value))
      .map(({ name, value }) => [name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  )
}

function isHarmless(value: string): boolean {
  return localReference(value) !== undefined || isDrawingValue(value)
}
