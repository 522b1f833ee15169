import type { HistoryState } from './path.ts'

/** An entry of the browser's history. */
export type Place = {
  pathname: string
  /** The query string as it came, kept on every way. */
  search: string
  state: HistoryState
  /** One for each entry. */
  key: string
  /** How many entries of ours are before this one. */
  depth: number
}

/** Writes a place into the browser's history: over the entry that is there, or after it. */
export function record({ pathname, search, state, key, depth }: Place, replace: boolean): void {
  const entry = [{ ...state, key, depth }, '', pathname + search] as const
  if (replace) history.replaceState(...entry)
  else history.pushState(...entry)
}

export function placeHere(): Place {
  const { key = newKey(), depth = 0, ...state } = history.state ?? {}
  return { pathname: location.pathname, search: location.search, state, key, depth }
}

export function newKey(): string {
  return Math.random().toString(36).slice(2)
}
