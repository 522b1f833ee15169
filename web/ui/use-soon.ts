import { useEffect, useState } from 'react'
import type { Later } from './later.ts'

/** A piece that the screen does not wait for: fetched some ms after it stands, or once there is a network. Undefined until then. */
export function useSoon<T>(piece: Later<T>, ms: number): T | undefined {
  const [fetched, setFetched] = useState<T>()
  useEffect(() => {
    const fetchIt = () =>
      piece.load().then(
        value => setFetched(() => value),
        () => addEventListener('online', fetchIt, { once: true }),
      )
    const timer = setTimeout(fetchIt, ms)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', fetchIt)
    }
  }, [piece, ms])
  return fetched
}
