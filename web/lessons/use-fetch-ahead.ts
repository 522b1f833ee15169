import { useEffect } from 'react'
import type { Page } from '../../contract/lessons.ts'
import { preload } from '../router/router.ts'
import { player } from './page-media.tsx'
import { pageScreenOf } from './pages/index.ts'

const AFTER_MS = 300

/** Once the first page can be used, fetches what the rest of the lesson needs: the network may go in the middle of it. */
export function useFetchAhead(pages: readonly Page[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const screens = pages.map(page => pageScreenOf(page.type))
      const pieces = screens.map(screen => ('load' in screen ? screen.load() : undefined))
      preload('/courses/$courseId')
      // What does not come now is asked for again when it is needed.
      Promise.all([...pieces, player.load()]).catch(() => {})
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [pages])
}
