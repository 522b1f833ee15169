import { readStoredJson, writeStored } from '../browser/stored.ts'

const STORED_AS = 'sbs.scroll'

/** Scroll positions of the page, and of each list with a `data-scroll`, at one history entry. */
type Places = { [scroller: string]: number }

let byKey: { [key: string]: Places } = {}

/** The app restores the scroll position; the browser would do so before the screen is ready. */
export function takeOverScrolling(currentKey: () => string | undefined): void {
  history.scrollRestoration = 'manual'
  byKey = readStoredJson(STORED_AS, 'sessionStorage') ?? {}
  addEventListener('pagehide', () => {
    saveScroll(currentKey())
    // Without storage a reloaded page begins at its top.
    writeStored(STORED_AS, JSON.stringify(byKey), 'sessionStorage')
  })
}

export function saveScroll(key: string | undefined): void {
  if (key === undefined) return
  const lists = [...scrollers()].map(([name, list]) => [name, list.scrollTop])
  byKey[key] = { ...Object.fromEntries(lists), page: scrollY }
}

/** A new entry begins at the top. */
export function restoreScroll(key: string): void {
  const { page = 0, ...lists } = byKey[key] ?? {}
  scrollTo(0, page)
  for (const [name, list] of scrollers()) list.scrollTop = lists[name] ?? list.scrollTop
}

function scrollers(): Map<string, HTMLElement> {
  const lists = document.querySelectorAll<HTMLElement>('[data-scroll]')
  return new Map([...lists].map(list => [list.dataset.scroll ?? '', list]))
}
