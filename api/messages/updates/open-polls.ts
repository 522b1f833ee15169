/** Enough for several devices with some tabs, and for calls whose connection was lost without notice. */
const MOST = 20

export type OpenPolls = {
  /** Registers a long poll of this person. Returns a function that removes it. */
  take(uid: string, call: AbortController): () => void
}

/** Limits the long polls of one person in a process. One more poll ends the oldest, as if its time were over. */
export function openPolls(): OpenPolls {
  const pollsByUid = new Map<string, Set<AbortController>>()
  return {
    take(uid, call) {
      const own = pollsByUid.get(uid) ?? new Set()
      pollsByUid.set(uid, own.add(call))
      const [oldest] = own
      if (own.size > MOST && oldest) {
        own.delete(oldest)
        oldest.abort(CROWDED)
      }
      return () => {
        own.delete(call)
        if (own.size === 0) pollsByUid.delete(uid)
      }
    },
  }
}

/** A string, because an error with its stack would cost too much. */
const CROWDED = 'crowded'
