import type { ComponentType } from 'react'
import { type Address, addresses, type ScreenInfo } from './addresses.ts'
import type { TextPartName } from './i18n/text-parts.ts'
import { wantTexts } from './i18n/texts.ts'
import type { Params, RoutePath } from './router/path.ts'
import { returnPath, storeReturnPath } from './router/return-path.ts'
import { currentLocation, type Loaded, reloadScreen, startRouter } from './router/router.ts'
import { currentSession, endedSessionUid, isSharedPhone, onSessionChange, sessionEnding } from './session.ts'
import { loadSettings } from './settings/settings.ts'
import { AuthSkeleton } from './shell/auth-skeleton.tsx'
import { ScreenFailed } from './shell/screen-failed.tsx'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'

/** How long the first screen waits for its data. */
const DATA_LIMIT_MS = 3000
const WORDS_LIMIT_MS = 15_000

declare module './router/path.ts' {
  interface Register {
    path: keyof typeof addresses
    route: ScreenInfo
  }
}

/** Starts the router. After a sign-in or sign-out in any tab, it checks again who may be here. */
export async function startRoutes(): Promise<void> {
  onSessionChange(reloadScreen)
  const routes = Object.entries(addresses).map(([path, address]) => [path, routeTo(path, address)])
  await startRouter(Object.fromEntries(routes))
}

function routeTo(path: string, address: Address) {
  const isFramed = address.who === 'signed-in'
  return {
    ...address,
    redirect: () => redirectFrom(path, address),
    load: (first?: Params) => (isFramed ? loadFramed(address, first) : loadOutside(address)),
    Skeleton: isFramed ? ShellSkeleton : AuthSkeleton,
    isFramed,
  }
}

async function redirectFrom(path: string, { who, needsMessenger }: Address): Promise<RoutePath | undefined> {
  // The sign-in says why a session ended.
  if (who === 'signed-in' && !currentSession()) {
    if (path.startsWith('/org')) storeReturnPath(location.pathname)
    return isSharedPhone() && !sessionEnding() ? '/who' : '/login'
  }
  if (who === 'signed-out' && currentSession()) return '/'
  if (path === '/' && returnPath()) return '/org'
  if (path === '/' && isAfterSignIn()) {
    // An invitation to the team waits in the query until the person has signed in.
    if (location.search.includes('join=')) return '/org'
    // A link to the person's own data, or to the merge of two accounts, waits in the query, too.
    if (/\b(data|merge)=/.test(location.search)) return '/account'
  }
  if (needsMessenger && !(await loadSettings()).messengerEnabled) return '/'
  return undefined
}

/** Whether the last screen was a signed-out one. Later the query is still there, but the person may go home. */
function isAfterSignIn(): boolean {
  const before = currentLocation()
  return before !== undefined && addresses[before.path].who === 'signed-out'
}

async function loadFramed(address: Address, first?: Params): Promise<Loaded> {
  const loading = load(address, first)
  const usual = async () => (await import('./shell/signed-in.tsx')).SignedIn
  const Frame = await (address.frame ?? usual)().catch(() => undefined)
  return Frame ? { ...(await loading), Frame } : { Screen: ScreenFailed }
}

/** On a shared phone the sign-in has a frame that leads back to the people of the phone. */
async function loadOutside(address: Address): Promise<Loaded> {
  if (sessionEnding() === 'erased') deleteErased().catch(() => {})
  if (!isSharedPhone()) return load(address)
  const frame = await import('./shell/back-to-people.tsx').catch(() => undefined)
  return { ...(await load(address)), Frame: frame?.BackToPeople }
}

/**
 * Deletes what an erased account has left here: nobody can see or send it. If this fails, the next visit tries again.
 */
async function deleteErased(): Promise<void> {
  const uid = endedSessionUid()
  const { deleteAll } = await import('./shared-phone/leave-phone.ts')
  if (uid) await deleteAll(uid)
}

async function load(
  { who, screen, texts = [], firstData }: Address,
  first?: Params,
): Promise<{ Screen: ComponentType }> {
  try {
    const parts: TextPartName[] = [who === 'signed-in' ? 'inside' : 'outside', ...texts]
    const data = first && firstData ? withTimeout(firstData(first)) : undefined
    const [Screen] = await Promise.all([screen(), ...parts.map(wantTexts), data])
    return { Screen }
  } catch {
    return { Screen: ScreenFailed }
  }
}

/**
 * Waits for the data for a while. After that, the screen shows its own skeleton. If the words of a lesson are shown
 * already, they stay longer.
 */
async function withTimeout(data: Promise<void>): Promise<void> {
  const settled = data.catch(() => {})
  await Promise.race([settled, after(DATA_LIMIT_MS)])
  if (window.sbsWords) await Promise.race([settled, after(WORDS_LIMIT_MS)])
}

function after(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
