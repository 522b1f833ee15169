import { type ReactNode, useEffect, useRef, useState } from 'react'
import { thisBuild } from '../loading/load-chunk.ts'
import { reloadScreen } from '../router/router.ts'
import { OfflineScreen } from '../ui/offline-screen.tsx'

type Props = {
  onRetry?(): void
  /** The bar for a screen that would have drawn its own. */
  bar?: ReactNode
}

const TRIES = 6
const EACH_MS = 3000
/** How many tries are left: browsers report a network a moment before it carries anything. */
let left = 0

/** A screen whose code could not be loaded: the network failed, or a newer version replaced the app. */
export function ScreenFailed({ onRetry = reloadScreen, bar }: Props) {
  const hasTried = useRef(false)
  const [isCutOff, setIsCutOff] = useState(false)
  const retry = () => {
    if (!navigator.onLine) return
    // The files of a newer version come only with a reload. Without a network, a reload would leave the app for an
    // error page of the browser. So the server is asked first.
    if (hasTried.current || thisBuild.isGone)
      fetch('/', { method: 'HEAD' }).then(
        ({ ok }) => (ok ? location.reload() : setIsCutOff(true)),
        () => setIsCutOff(true),
      )
    hasTried.current = true
    onRetry()
  }
  useEffect(() => {
    const begin = () => {
      left = TRIES
    }
    const timer = setInterval(() => left-- > 0 && onRetry(), EACH_MS)
    addEventListener('online', begin)
    return () => {
      removeEventListener('online', begin)
      clearInterval(timer)
    }
  }, [onRetry])
  const screen = <OfflineScreen onRetry={retry} isOutdated={thisBuild.isGone && !isCutOff} />
  if (!bar) return screen
  return (
    <div className="lesson">
      {bar}
      {screen}
    </div>
  )
}
