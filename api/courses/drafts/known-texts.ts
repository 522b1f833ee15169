import type { KnownText } from '../writing/list-text.ts'

/**
 * The limit of all texts together, in characters. The texts of the largest course (5 MB) fit. What is known of a text
 * takes about five times as much memory as the text.
 */
const MAX_KEPT = 5_500_000

/** Texts that were read lately, by list and source. Reading a lesson of 500 pages takes 200 ms of a processor. */
const known = new Map<string, KnownText | undefined>()
let kept = 0

const keyOf = (list: string, source: string) => `${list}\n${source}`

/** What is known of a text. `read` is undefined if the text cannot be read as YAML. */
export function knownText(source: string, list: string): { read: KnownText | undefined } | undefined {
  const key = keyOf(list, source)
  if (!known.has(key)) return undefined
  const read = known.get(key)
  // The text that was used last is kept longest.
  known.delete(key)
  known.set(key, read)
  return { read }
}

export function rememberText(source: string, list: string, read: KnownText | undefined): void {
  const key = keyOf(list, source)
  if (!known.has(key)) kept += key.length
  known.set(key, read)
  for (const oldest of known.keys()) {
    if (kept <= MAX_KEPT || oldest === key) break
    known.delete(oldest)
    kept -= oldest.length
  }
}

export function isKnownFile(name: string, source: string): boolean {
  return knownText(source, listIn(name)) !== undefined
}

export function listIn(name: string): 'pages' | 'canDo' {
  return name === 'course.yaml' ? 'canDo' : 'pages'
}
