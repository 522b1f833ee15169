import { OfflineScreen } from '../ui/offline-screen.tsx'

/** A screen whose code could not be fetched: almost always the network. */
export function ScreenFailed() {
  return <OfflineScreen onRetry={startAnew} />
}

/** Code that failed to load stays failed until the page is loaded anew; without a network that would lose the page. */
function startAnew(): void {
  if (navigator.onLine) location.reload()
}
