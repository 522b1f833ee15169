import { useEffect, useEffectEvent } from 'react'
import type { DraftPlace } from './draft-place.ts'
import { keyOf } from './drafts.ts'

/** Calls the listener when another tab stored or deleted this draft: the next text typed here would overwrite it. */
export function useOtherTab(place: DraftPlace, listener: () => void): void {
  const name = keyOf(place)
  const report = useEffectEvent(listener)
  useEffect(() => {
    const stop = new AbortController()
    addEventListener('storage', ({ key }) => key === name && report(), { signal: stop.signal })
    return () => stop.abort()
  }, [name])
}
