import { useSyncExternalStore } from 'react'
import { useMessenger } from './messenger.ts'

/** Whether nothing can be sent now: the browser says so, or the last call for news got no answer. */
export function useIsOffline(): boolean {
  const { isOffline } = useMessenger()
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine)
  return isOffline || !isOnline
}

function onConnection(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
