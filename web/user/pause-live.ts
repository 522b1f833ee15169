import { createStore } from '../create-store.ts'

const CHANNEL = 'sbs.messenger-pause'
/** If a tab is closed during a pause, the pause ends after this time. */
const MAX_MS = 300_000

type Pause = { uid: string; isOn: boolean }

/** The uid whose polls are paused. */
const paused = createStore<string | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
otherTabs?.addEventListener('message', ({ data }: MessageEvent<Pause>) => apply(data))

/**
 * Stops polling for this account in every tab. An account that is being merged ends on the server: its polls would sign
 * out the person who continues with the other account. Returns a function that continues.
 */
export function pauseLive(uid: string): () => void {
  const broadcast = (isOn: boolean) => {
    apply({ uid, isOn })
    otherTabs?.postMessage({ uid, isOn } satisfies Pause)
  }
  broadcast(true)
  return () => broadcast(false)
}

export function isLivePaused(uid: string): boolean {
  return paused.get() === uid
}

export const onLivePause = paused.watch

/** Waits while this account is being merged, or signed out. */
export async function whilePaused(uid: string, signal?: AbortSignal): Promise<void> {
  while (isLivePaused(uid) && !signal?.aborted) {
    let stop = () => {}
    await new Promise<void>(resolve => {
      stop = onLivePause(() => resolve())
      signal?.addEventListener('abort', () => resolve(), { once: true })
    })
    stop()
  }
}

function apply({ uid, isOn }: Pause): void {
  clearTimeout(timer)
  if (isOn) timer = setTimeout(apply, MAX_MS, { uid, isOn: false })
  paused.set(isOn ? uid : undefined)
}
