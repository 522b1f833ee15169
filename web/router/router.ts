import type { ComponentType, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createEvent } from '../create-store.ts'
import { currentEntry, type HistoryEntry, newKey, writeEntry } from './history.ts'
import {
  type HistoryState,
  type Params,
  paramsIn,
  pathnameOf,
  type RegisteredRoute,
  type RoutePath,
  type Target,
} from './path.ts'
import { restoreScroll, saveScroll, takeOverScrolling } from './scroll.ts'
import { slide, slideBetween } from './slide.ts'

export type Loaded = { Screen: ComponentType; Frame?: ComponentType<{ children: ReactNode }> | undefined }

type AnyRoute = {
  /** The path to redirect to, if the person may not be here. */
  redirect(): Promise<RoutePath | undefined>
  /** Shown until the screen is loaded, if it has no frame. */
  Skeleton: ComponentType
  /** While the screen is loading, its frame stays and shows a skeleton. */
  isFramed: boolean
  /** Loads the screen, or one that says why it is missing. Never fails. The first screen of a visit gets its values. */
  load(first?: Params): Promise<Loaded>
}

type Found = { path: RoutePath; route: RegisteredRoute; params: Params }

/** A place with its screen, or its skeleton. */
export type ShownScreen = HistoryEntry & Loaded & Found & { isSkeleton: boolean }

/** The requested place, which is not complete yet. */
export type Pending = HistoryEntry & Partial<Found>

type Options = { state?: HistoryState; replace?: boolean }

const HOME = '/' as RoutePath
/** A screen that takes longer shows its skeleton. */
const SKELETON_AFTER_MS = 300

let routes: [RoutePath, AnyRoute & RegisteredRoute][] = []
let latest: HistoryEntry
let shown: ShownScreen | undefined
let pending: Pending | undefined
let lastTurn = 0
let running: Promise<void>
const [emitChange, watch] = createEvent()

/** Loads the first screen. Nothing is shown before it is ready. */
export async function startRouter(table: { [path in RoutePath]: AnyRoute & RegisteredRoute }): Promise<void> {
  routes = Object.entries(table) as typeof routes
  addEventListener('popstate', () => void go(currentEntry()))
  takeOverScrolling(() => shown?.key)
  const place = currentEntry()
  writeEntry(place, true)
  await go(place)
}

export function navigate({ to, params, state = {}, replace = false }: Target & Options): void {
  const pathname = pathnameOf({ to, params })
  // This is a second tap, while the navigation of the first tap is under way.
  if (pathname === pending?.pathname) return
  enter({ pathname, search: location.search, state }, replace || pathname === latest.pathname)
}

/** Corrects the path of the present place, which stays the same: no slide, no view counted, no scrolling. */
export function correctPath(target: Target): void {
  // The person is on the way to another place.
  if (latest.key !== shown?.key) return
  const { search, state } = latest
  enter({ pathname: pathnameOf(target), search, state }, true, true)
}

/** Opens a path below one that ends with a star, which has no name in the table. `to` may have a query. */
export function openPath(to: string, { replace = false } = {}): void {
  const { pathname, search } = new URL(to, location.href)
  void enter({ pathname, search, state: {} }, replace || pathname === latest.pathname)
}

/** Changes the state of the present history entry. It stays the same place: no slide, no view counted, no scrolling. */
export function updateEntry(change: { state?: HistoryState; search?: string }): void {
  const { pathname, search, state } = { ...latest, ...change }
  enter({ pathname, search, state }, true)
}

/** Goes back. From the first page of a visit, goes to `otherwise`. */
export function goBack(otherwise: Target): void {
  if (latest.depth > 0) history.back()
  else navigate({ ...otherwise, replace: true })
}

/** Checks again who may be here, and loads the screen if it is missing. */
export function reloadScreen(): void {
  void go(latest)
}

/** Loads the screen that a person will probably open. */
export function preload(to: RoutePath): void {
  void routes.find(([path]) => path === to)?.[1].load()
}

export const onNavigation = watch

export function currentLocation(): ShownScreen | undefined {
  return shown
}

export function pendingLocation(): Pending | undefined {
  return pending
}

function enter(
  entry: Omit<HistoryEntry, 'key' | 'depth'>,
  replace: boolean,
  stays = replace && entry.pathname === latest.pathname,
): Promise<void> {
  const place = { ...entry, key: stays ? latest.key : newKey(), depth: latest.depth + (replace ? 0 : 1) }
  writeEntry(place, replace)
  return go(place)
}

function go(place: HistoryEntry): Promise<void> {
  latest = place
  lastTurn += 1
  running = arriveAt(place, lastTurn)
  return running
}

/**
 * The present screen stays until the next one, or its skeleton, can be drawn. The last navigation wins, even if the
 * code of an earlier one arrives later.
 */
async function arriveAt(place: HistoryEntry, ownTurn: number): Promise<void> {
  const found = routeOf(place.pathname)
  setPending({ ...place, ...found })
  const waiting = setTimeout(() => found && drawSkeleton(place, found, ownTurn), SKELETON_AFTER_MS)
  try {
    const redirect = found ? await found.route.redirect() : HOME
    if (ownTurn !== lastTurn) return running
    if (redirect !== undefined) return enter({ pathname: redirect, search: place.search, state: {} }, true)
    const { route, params } = found as NonNullable<typeof found>
    const loaded = await route.load(shown ? undefined : params)
    if (ownTurn !== lastTurn) return running
    pending = undefined
    draw({ ...place, ...(found as NonNullable<typeof found>), ...loaded, isSkeleton: false }, ownTurn)
  } finally {
    clearTimeout(waiting)
  }
}

/** Does nothing on the first page: the prerendered page stays until its screen is ready. */
function drawSkeleton(place: HistoryEntry, found: Found & { route: AnyRoute }, ownTurn: number): void {
  if (ownTurn !== lastTurn || !shown || shown.key === place.key) return
  const Frame = found.route.isFramed ? shown.Frame : undefined
  draw({ ...place, ...found, Screen: found.route.Skeleton, Frame, isSkeleton: true }, ownTurn)
}

function setPending(next: Pending): void {
  pending = next
  emitChange()
}

function draw(next: ShownScreen, ownTurn: number): void {
  const before = shown
  const moves = before !== undefined && before.key !== next.key
  const update = () => {
    // The skeleton may be drawn late, when its screen has been drawn already.
    if (ownTurn !== lastTurn || (next.isSkeleton && !pending)) return
    shown = next
    flushSync(emitChange)
    if (before?.key !== next.key) restoreScroll(next.key)
  }
  if (moves) saveScroll(before.key)
  if (moves) slide(slideBetween(before.pathname, next.pathname), update)
  else update()
}

function routeOf(pathname: string) {
  for (const [path, route] of routes) {
    const params = paramsIn(path, pathname)
    if (params) return { path, route, params }
  }
  return undefined
}
