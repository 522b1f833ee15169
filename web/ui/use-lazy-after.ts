import { useEffect, useState } from 'react'
import type { Lazy } from './lazy.ts'

const FIRST_PAUSE_MS = 5000
const MAX_PAUSE_MS = 60_000

/**
 * A chunk that the screen does not wait for: loaded some ms after the screen is drawn. After a failure it is tried
 * again, with growing pauses and when the network is back. Undefined until it is loaded.
 */
export function useLazyAfter<T>(chunk: Lazy<T>, ms: number): T | undefined {
  const [fetched, setFetched] = useState<T>()
  useEffect(() => {
    let isLeft = false
    let pauseMs = FIRST_PAUSE_MS
    const fetchIt = () => {
      stop()
      chunk.load().then(
        value => isLeft || setFetched(() => value),
        () => {
          if (isLeft) return
          addEventListener('online', fetchIt)
          // A poor network fires neither an offline nor an online event.
          timer = setTimeout(fetchIt, pauseMs)
          pauseMs = Math.min(MAX_PAUSE_MS, 2 * pauseMs)
        },
      )
    }
    let timer = setTimeout(fetchIt, ms)
    function stop() {
      clearTimeout(timer)
      removeEventListener('online', fetchIt)
    }
    return () => {
      isLeft = true
      stop()
    }
  }, [chunk, ms])
  return fetched
}
