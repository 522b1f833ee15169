import type { PageLogContent } from './page-log-item.ts'
import type { OutboxItem } from './store.ts'

/** An answer that the server did not take. */
export type RefusedAnswer = OutboxItem & { content: PageLogContent; refusedAs: string }

/** A page that was only read holds nothing that somebody could miss. */
export function isRefusedAnswer(item: OutboxItem): item is RefusedAnswer {
  return item.refusedAs !== undefined && isAnswer(item)
}

export function isAnswer({ kind, content }: OutboxItem): boolean {
  if (kind !== 'page-log') return false
  const { entry, recording } = content as PageLogContent
  return recording !== undefined || (entry.answer ?? '').length > 0
}

/** Whether the recording itself is at fault: sent again, the same megabytes would get the same answer. */
export function isAtFault(refusedAs: string | undefined): boolean {
  return refusedAs === 'too-large' || refusedAs === 'unsupported-media-type'
}

let isOpen = false
const listeners = new Set<() => void>()

export function isRefusedListOpen(): boolean {
  return isOpen
}

/** Opens or closes the list of these answers, wherever one is. */
export function openRefusedList(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

export function onRefusedListOpen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
