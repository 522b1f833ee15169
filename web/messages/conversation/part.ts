import type { ShownMessage } from './conversation.ts'

/** The most messages in the document: a phone lays out all of them at each change. */
export const MAX_SHOWN = 100
/** This many are added or removed together: more would be felt as a pause, fewer would come too late. */
const STEP = 5
/** This many are shown at first: enough for a screen. */
const AT_FIRST = 16

/**
 * The part of a conversation that is in the document, by keys of messages. It begins one step before `from`; the
 * messages of this step may not be loaded yet. Without `from`, it begins with the first loaded message. Without `to`,
 * it ends with the last one.
 */
export type ConversationPart = { from?: string | undefined; to?: string | undefined }

/** The end of the conversation. */
export function newestPart(shown: readonly ShownMessage[]): ConversationPart {
  return { from: shown[Math.max(0, shown.length - AT_FIRST + STEP)]?.key }
}

/**
 * Starts one step before a message (its key) and fills a screen after it. If there is no such message, it is the end of
 * the conversation.
 */
export function partAround(shown: readonly ShownMessage[], key: string | undefined): ConversationPart {
  const at = key === undefined ? -1 : placeOf(shown, key)
  if (at < 0) return newestPart(shown)
  const last = at + AT_FIRST
  return { from: key, to: last < shown.length - 1 ? shown[last]?.key : undefined }
}

/** If the conversation was empty when it was opened, its part has no `from`. Once there are messages, it gets one. */
export function openedPart(
  shown: readonly ShownMessage[],
  part: ConversationPart,
  opensAt: string | undefined,
): ConversationPart {
  return part.from === undefined && shown.length > 0 ? partAround(shown, opensAt) : part
}

/** The messages of a part as indexes: the first, and the one after the last. */
export function indexesOfPart(
  shown: readonly ShownMessage[],
  { from, to }: ConversationPart,
): { start: number; end: number } {
  const last = to === undefined ? -1 : placeOf(shown, to)
  const end = last < 0 ? shown.length : last + 1
  if (from === undefined) return { start: 0, end }
  const first = placeOf(shown, from)
  return { start: Math.max(0, (first < 0 ? end : first) - STEP), end }
}

/**
 * The index of a message (its key), or -1. Searches from both ends: there may be ten thousand messages, and most
 * readers are near an end.
 */
function placeOf(shown: readonly ShownMessage[], key: string): number {
  for (let first = 0, last = shown.length - 1; first <= last; first++, last--) {
    if (shown[first]?.key === key) return first
    if (shown[last]?.key === key) return last
  }
  return -1
}

export function withOlder(shown: readonly ShownMessage[], part: ConversationPart): ConversationPart {
  return { ...part, from: shown[indexesOfPart(shown, part).start]?.key }
}

export function withNewer(shown: readonly ShownMessage[], part: ConversationPart): ConversationPart {
  const last = indexesOfPart(shown, part).end - 1 + STEP
  return { ...part, to: last < shown.length - 1 ? shown[last]?.key : undefined }
}

/**
 * If there are too many messages, removes those on the side away from the reader. Removes one step more than needed, so
 * that messages are not removed one by one.
 */
export function withoutTooMuch(
  shown: readonly ShownMessage[],
  part: ConversationPart,
  readAt: 'start' | 'end',
): ConversationPart {
  const { start, end } = indexesOfPart(shown, part)
  if (end - start <= MAX_SHOWN) return part
  const kept = MAX_SHOWN - STEP
  return readAt === 'start'
    ? { ...part, to: shown[start + kept - 1]?.key }
    : { ...part, from: shown[end - kept + STEP]?.key }
}
