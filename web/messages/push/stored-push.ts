const STORED_AS = 'sbs.push'

/** What this browser remembers of notifications that somebody turned on here. */
export type StoredPush = {
  uid: string
  /** Whether they say who wrote, and how it begins. */
  showsText: boolean
  /** What the server was told last. */
  told: string
}

type Listener = () => void
const listeners = new Set<Listener>()

export function readPush(): StoredPush | undefined {
  try {
    return JSON.parse(localStorage.getItem(STORED_AS) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function storePush(stored: StoredPush | undefined): void {
  try {
    if (stored) localStorage.setItem(STORED_AS, JSON.stringify(stored))
    else localStorage.removeItem(STORED_AS)
  } catch {
    // A browser that stores nothing has no notifications either.
  }
  for (const listener of listeners) listener()
}

/** Told of every change, in other tabs too. Answers how to stop. */
export function onStoredPush(listener: Listener): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
