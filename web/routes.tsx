import type { ComponentType } from 'react'
import { type Address, addresses, type Look } from './addresses.ts'
import type { Part } from './i18n/text-parts.ts'
import { wantTexts } from './i18n/texts.ts'
import type { Path } from './router/path.ts'
import { type Loaded, refresh, startRouter } from './router/router.ts'
import { currentSession, isSharedPhone, onSessionChange, whyEnded } from './session.ts'
import { loadSettings } from './settings/settings.ts'
import { AuthSkeleton } from './shell/auth-skeleton.tsx'
import { ScreenFailed } from './shell/screen-failed.tsx'
import { ShellSkeleton } from './shell/shell-skeleton.tsx'

declare module './router/path.ts' {
  interface Register {
    path: keyof typeof addresses
    route: Look
  }
}

/** Signing in or out, in this tab or another one, asks again who may be here. */
export async function startRoutes(): Promise<void> {
  onSessionChange(refresh)
  const routes = Object.entries(addresses).map(([path, address]) => [path, routeTo(address)])
  await startRouter(Object.fromEntries(routes))
}

function routeTo(address: Address) {
  const isFramed = address.who === 'signed-in'
  return {
    ...address,
    redirect: () => redirectFrom(address),
    load: () => (isFramed ? loadFramed(address) : loadOutside(address)),
    Skeleton: isFramed ? ShellSkeleton : AuthSkeleton,
    isFramed,
  }
}

async function redirectFrom({ who, needsMessenger }: Address): Promise<Path | undefined> {
  // The sign-in says why a session ended.
  if (who === 'signed-in' && !currentSession()) return isSharedPhone() && !whyEnded() ? '/who' : '/login'
  if (who === 'signed-out' && currentSession()) return '/'
  if (needsMessenger && !(await loadSettings()).messengerEnabled) return '/'
  return undefined
}

async function loadFramed(address: Address): Promise<Loaded> {
  const loading = load(address)
  const frame = await import('./shell/signed-in.tsx').catch(() => undefined)
  return frame ? { ...(await loading), Frame: frame.SignedIn } : { Screen: ScreenFailed }
}

/** On a shared phone the sign-in leads back to its people. */
async function loadOutside(address: Address): Promise<Loaded> {
  if (!isSharedPhone()) return load(address)
  const frame = await import('./shell/back-to-people.tsx').catch(() => undefined)
  return { ...(await load(address)), Frame: frame?.BackToPeople }
}

async function load({ who, screen, texts = [] }: Address): Promise<{ Screen: ComponentType }> {
  try {
    const parts: Part[] = [who === 'signed-in' ? 'inside' : 'outside', ...texts]
    const [Screen] = await Promise.all([screen(), ...parts.map(wantTexts)])
    return { Screen }
  } catch {
    return { Screen: ScreenFailed }
  }
}
