import { useEffect } from 'react'
import type { RoutePath } from './path.ts'
import { preload } from './router.ts'

/** The files of the present screen come first. */
const AFTER_MS = 1000

/** Preloads the screen that most people open next. */
export function usePreload(path: RoutePath): void {
  useEffect(() => {
    const timer = setTimeout(() => preload(path), AFTER_MS)
    return () => clearTimeout(timer)
  }, [path])
}
