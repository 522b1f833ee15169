import { type ReactNode, useRef } from 'react'
import { thisBuild } from '../loading/load-chunk.ts'
import { refresh } from '../router/router.ts'
import { OfflineScreen } from '../ui/offline-screen.tsx'

type Props = {
  onRetry?(): void
  /** The bar for a screen that would have drawn its own. */
  bar?: ReactNode
}

/** A screen whose code could not be loaded: the network failed, or a newer version replaced the app. */
export function ScreenFailed({ onRetry = refresh, bar }: Props) {
  const hasTried = useRef(false)
  const retry = () => {
    if (!navigator.onLine) return
    // The files of a newer version come only with a reload.
    if (hasTried.current || thisBuild.isGone) location.reload()
    hasTried.current = true
    onRetry()
  }
  const screen = <OfflineScreen onRetry={retry} isOutdated={thisBuild.isGone} />
  if (!bar) return screen
  return (
    <div className="lesson">
      {bar}
      {screen}
    </div>
  )
}
