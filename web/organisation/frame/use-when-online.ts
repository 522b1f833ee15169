import { useEffect, useRef } from 'react'
import { isNetworkFailure } from '../../../contract/calls/api-error.ts'

/** Loads again what failed without a network, as soon as the browser has one. */
export function useWhenOnline(error: Error | null | undefined, retry: () => unknown): void {
  const latest = useRef(retry)
  latest.current = retry
  const isOffline = error != null && isNetworkFailure(error)
  useEffect(() => {
    if (!isOffline) return
    const again = () => void latest.current()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isOffline])
}
