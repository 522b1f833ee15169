const STORED_AS = 'sbs.push'

/** What this browser remembers of notifications that somebody turned on here. */
export type KeptPush = {
  uid: string
  /** Whether they say who wrote, and how it begins. */
  showsText: boolean
  /** What the server was told last. */
  told: string
}

type Listener = () => void
const listeners = new Set<Listener>()

export function keptPush(): KeptPush | undefined {
  try {
    return JSON.parse(localStorage.getItem(STORED_AS) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function keepPush(kept: KeptPush | undefined): void {
  try {
    if (kept) localStorage.setItem(STORED_AS, JSON.stringify(kept))
    else localStorage.removeItem(STORED_AS)
  } catch {
    // A browser that stores nothing has no notifications either.
  }
  for (const listener of listeners) listener()
}

/** Told of every change, in other tabs too. Answers how to stop. */
export function onKeptPush(listener: Listener): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
