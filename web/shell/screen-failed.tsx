import { thisBuild } from '../fetch-piece.ts'
import { OfflineScreen } from '../ui/offline-screen.tsx'

/** A screen whose code could not be fetched: the network, or a newer version of the app took its place. */
export function ScreenFailed() {
  return <OfflineScreen onRetry={startAnew} isOutdated={thisBuild.isGone} />
}

/** Code that failed to load stays failed until the page is loaded anew; without a network that would lose the page. */
function startAnew(): void {
  if (navigator.onLine) location.reload()
}
