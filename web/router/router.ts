import type { ComponentType, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { newKey, type Place, placeHere, record } from './history.ts'
import { type HistoryState, type Params, type Path, paramsIn, pathnameOf, type Route, type Target } from './path.ts'
import { keepScroll, restoreScroll, takeOverScrolling } from './scroll.ts'
import { slide, slideBetween } from './slide.ts'

export type Loaded = { Screen: ComponentType; Frame?: ComponentType<{ children: ReactNode }> }

type AnyRoute = {
  /** The path to go to instead, for a person who may not be here. */
  redirect(): Promise<Path | undefined>
  /** The code of the screen, or of one that says why it is missing. Never fails. */
  load(): Promise<Loaded>
}

/** A place with its screen. */
export type Shown = Place & Loaded & { path: Path; route: Route; params: Params }

type Options = { state?: HistoryState; replace?: boolean; slides?: boolean }

const HOME = '/' as Path

let routes: [Path, AnyRoute & Route][] = []
let latest: Place
let shown: Shown | undefined
let isPending = false
let turn = 0
let running: Promise<void>
const listeners = new Set<() => void>()

/** Loads the first screen. Nothing is shown before it is there. */
export async function startRouter(table: { [path in Path]: AnyRoute & Route }): Promise<void> {
  routes = Object.entries(table) as typeof routes
  addEventListener('popstate', () => void go(placeHere()))
  takeOverScrolling(() => shown?.key)
  const place = placeHere()
  record(place, true)
  await go(place)
}

export function navigate({ to, params, state = {}, replace = false, slides = true }: Target & Options): void {
  const pathname = pathnameOf({ to, params })
  // A second tap while the first one is at work.
  if (isPending && pathname === latest.pathname) return
  enter({ pathname, search: location.search, state }, replace || pathname === latest.pathname, slides)
}

/** Changes what history keeps of this place. It stays the same place: no slide, no new view, no scrolling. */
export function amend(change: { state?: HistoryState; search?: string }): void {
  const { pathname, search, state } = { ...latest, ...change }
  enter({ pathname, search, state }, true, false)
}

/** Asks again who may be here, and for the code if it is missing. */
export function refresh(): void {
  void go(latest)
}

/** Fetches the code of a screen that a person will probably open. */
export function preload(to: Path): void {
  void routes.find(([path]) => path === to)?.[1].load()
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentPlace(): Shown | undefined {
  return shown
}

function enter(entry: Omit<Place, 'key'>, replace: boolean, slides = true): Promise<void> {
  const stays = replace && entry.pathname === latest.pathname
  const place = { ...entry, key: stays ? latest.key : newKey() }
  record(place, replace)
  return go(place, slides)
}

function go(place: Place, slides = true): Promise<void> {
  latest = place
  turn += 1
  running = arriveAt(place, slides, turn)
  return running
}

/** The screen that is shown stays until the next one can be drawn. Whatever is asked for later overtakes this. */
async function arriveAt(place: Place, slides: boolean, mine: number): Promise<void> {
  isPending = true
  const found = routeOf(place.pathname)
  const redirect = found ? await found.route.redirect() : HOME
  if (mine !== turn) return running
  if (redirect !== undefined) return enter({ pathname: redirect, search: place.search, state: {} }, true)
  const { route, ...rest } = found as NonNullable<typeof found>
  const loaded = await route.load()
  if (mine !== turn) return running
  isPending = false
  draw({ ...place, ...rest, ...loaded, route }, slides, mine)
}

function draw(next: Shown, slides: boolean, mine: number): void {
  const before = shown
  const moves = before !== undefined && before.key !== next.key
  const update = () => {
    if (mine !== turn) return
    shown = next
    flushSync(() => {
      for (const listener of listeners) listener()
    })
    if (before?.key !== next.key) restoreScroll(next.key)
  }
  if (moves) keepScroll(before.key)
  if (moves && slides) slide(slideBetween(before.pathname, next.pathname), update)
  else update()
}

function routeOf(pathname: string) {
  for (const [path, route] of routes) {
    const params = paramsIn(path, pathname)
    if (params) return { path, route, params }
  }
  return undefined
}
