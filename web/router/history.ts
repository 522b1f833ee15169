import type { HistoryState } from './path.ts'

/** One entry of the browser's history. */
export type HistoryEntry = {
  pathname: string
  /** The unchanged query string; every link keeps it. */
  search: string
  state: HistoryState
  /** Unique for each entry. */
  key: string
  /** Number of our entries before this one. */
  depth: number
}

/** Writes a place into the browser's history: in place of the present entry, or after it. */
export function writeEntry({ pathname, search, state, key, depth }: HistoryEntry, replace: boolean): void {
  // The part of the URL behind # is for the screen, as in the link to a draft.
  const hash = replace && pathname === location.pathname ? location.hash : ''
  const entry = [{ ...state, key, depth }, '', pathname + search + hash] as const
  if (replace) history.replaceState(...entry)
  else history.pushState(...entry)
}

export function currentEntry(): HistoryEntry {
  const { key = newKey(), depth = 0, ...state } = history.state ?? {}
  return { pathname: location.pathname, search: location.search, state, key, depth }
}

export function newKey(): string {
  return Math.random().toString(36).slice(2)
}
