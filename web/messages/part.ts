import type { Shown } from './conversation.ts'

/** So many stand in the document at most: a phone lays out hundreds of messages at once, not ten thousand. */
export const MOST_SHOWN = 300
/** So many come and go together. */
const STEP = 100

/** The part of a conversation that stands in the document: keys of its first and last message, open where it has an end. */
export type Part = { from?: string | undefined; to?: string | undefined }

export function newestPart(shown: readonly Shown[]): Part {
  return { from: shown.at(-STEP)?.key }
}

/** Its messages, as places in the conversation: the first, and the one after the last. */
export function placesOf(shown: readonly Shown[], { from, to }: Part): { start: number; end: number } {
  const start = from === undefined ? 0 : shown.findIndex(({ key }) => key === from)
  const last = to === undefined ? shown.length - 1 : shown.findLastIndex(({ key }) => key === to)
  const end = (last < 0 ? shown.length - 1 : last) + 1
  return { start: start < 0 ? Math.max(0, end - STEP) : start, end }
}

/** At the beginning it stays open, for what comes from the server. */
export function withOlder(shown: readonly Shown[], part: Part): Part {
  return { ...part, from: shown[placesOf(shown, part).start - STEP]?.key }
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
  return readAt === 'start' ? { ...part, to: shown[start + kept - 1]?.key } : { ...part, from: shown[end - kept]?.key }
}
