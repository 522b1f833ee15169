import type { PageLogLetter } from './page-letter.ts'
import type { Letter } from './store.ts'

/** An answer that the server did not take. */
export type KeptLetter = Letter & { content: PageLogLetter; refusedAs: string }

/** A page that was only read holds nothing that somebody could miss. */
export function isKept(letter: Letter): letter is KeptLetter {
  return letter.refusedAs !== undefined && isAnswer(letter)
}

export function isAnswer({ kind, content }: Letter): boolean {
  if (kind !== 'page-log') return false
  const { entry, recording } = content as PageLogLetter
  return recording !== undefined || (entry.answer ?? '').length > 0
}

/** Whether the recording itself is at fault: sent again, the same megabytes would get the same answer. */
export function isAtFault(refusedAs: string | undefined): boolean {
  return refusedAs === 'too-large' || refusedAs === 'unsupported-media-type'
}

let isOpen = false
const listeners = new Set<() => void>()

export function isKeptOpen(): boolean {
  return isOpen
}

/** Opens or closes the list of these answers, wherever one is. */
export function openKept(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

export function onKeptOpen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
