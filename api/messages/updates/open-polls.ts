/** Several devices with some tabs, and calls whose network went away without a word. */
const MOST = 20

export type OpenPolls = {
  /** For a call of this person that is held here. Answers what gives the place back. */
  take(uid: string, call: AbortController): () => void
}

/** Of one person so many calls are held in a process. One more ends the oldest, as if its time were over. */
export function openPolls(): OpenPolls {
  const held = new Map<string, Set<AbortController>>()
  return {
    take(uid, call) {
      const own = held.get(uid) ?? new Set()
      held.set(uid, own.add(call))
      const [oldest] = own
      if (own.size > MOST && oldest) {
        own.delete(oldest)
        oldest.abort(CROWDED)
      }
      return () => {
        own.delete(call)
        if (own.size === 0) held.delete(uid)
      }
    },
  }
}

/** A reason of its own, with its stack, would be dear. */
const CROWDED = 'crowded'
