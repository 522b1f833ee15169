import { OfflineScreen } from '../ui/offline-screen.tsx'

/** A screen whose code could not be fetched: almost always the network. */
export function ScreenFailed() {
  // A chunk that failed to load stays failed until the page is loaded anew.
  return <OfflineScreen onRetry={() => location.reload()} />
}
