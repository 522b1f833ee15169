import type { Shown } from './conversation.ts'

/** So many stand in the document at most: a phone lays them all out again at each change. */
export const MOST_SHOWN = 150
/** So many come and go together: more are felt as a halt. */
const STEP = 12

/**
 * The part of a conversation that stands in the document: from a step before one message to another (keys), open where it has
 * an end. The step may still have to come from the server.
 */
export type Part = { from?: string | undefined; to?: string | undefined }

/** The end of it. */
export function newestPart(shown: readonly Shown[]): Part {
  return { from: shown[Math.max(0, shown.length - STEP)]?.key }
}

/** One message (its key) with a step before it and two after it; the end, where there is no such message. */
export function partAround(shown: readonly Shown[], key: string | undefined): Part {
  const at = shown.findIndex(one => one.key === key)
  if (at < 0) return newestPart(shown)
  const last = at + 2 * STEP
  return { from: key, to: last < shown.length - 1 ? shown[last]?.key : undefined }
}

/** Its messages, as places in the conversation: the first, and the one after the last. */
export function placesOf(shown: readonly Shown[], { from, to }: Part): { start: number; end: number } {
  const last = to === undefined ? -1 : shown.findLastIndex(({ key }) => key === to)
  const end = last < 0 ? shown.length : last + 1
  if (from === undefined) return { start: 0, end }
  const first = shown.findIndex(({ key }) => key === from)
  return { start: Math.max(0, (first < 0 ? end : first) - STEP), end }
}

export function withOlder(shown: readonly Shown[], part: Part): Part {
  return { ...part, from: shown[placesOf(shown, part).start]?.key }
}

export function withNewer(shown: readonly Shown[], part: Part): Part {
  const last = placesOf(shown, part).end - 1 + STEP
  return { ...part, to: last < shown.length - 1 ? shown[last]?.key : undefined }
}

/** What is too much goes on the side where nobody reads, and a step more, so that it does not go one by one. */
export function withoutTooMuch(shown: readonly Shown[], part: Part, readAt: 'start' | 'end'): Part {
  const { start, end } = placesOf(shown, part)
  if (end - start <= MOST_SHOWN) return part
  const kept = MOST_SHOWN - STEP
  return readAt === 'start'
    ? { ...part, to: shown[start + kept - 1]?.key }
    : { ...part, from: shown[end - kept + STEP]?.key }
}
