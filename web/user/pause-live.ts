const CHANNEL = 'sbs.messenger-pause'
/** A tab that is closed in the middle never says that it is over. */
const LONGEST_MS = 300_000

type Pause = { uid: string; isOn: boolean }

let paused: string | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
otherTabs?.addEventListener('message', ({ data }: MessageEvent<Pause>) => apply(data))

/**
 * Stops asking for news of this account, in every tab. An account that is being merged ends on the server: a call in its
 * name would sign out the person who goes on as the other. Returns how to go on.
 */
export function pauseLive(uid: string): () => void {
  const tell = (isOn: boolean) => {
    apply({ uid, isOn })
    otherTabs?.postMessage({ uid, isOn } satisfies Pause)
  }
  tell(true)
  return () => tell(false)
}

export function isLivePaused(uid: string): boolean {
  return paused === uid
}

/** Returns how to stop listening. */
export function onLivePause(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function apply({ uid, isOn }: Pause): void {
  clearTimeout(timer)
  paused = isOn ? uid : undefined
  if (isOn) timer = setTimeout(apply, LONGEST_MS, { uid, isOn: false })
  for (const listener of listeners) listener()
}
