import { useEffect } from 'react'
import type { Page } from '../../contract/lessons.ts'
import { preload } from '../router/router.ts'
import { player } from './page-media.tsx'
import { pageScreenOf } from './pages/index.ts'

const AFTER_MS = 300

/** Loads the code of all pages early: the network can fail in the middle of a lesson. */
export function useFetchAhead(pages: readonly Page[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const screens = pages.map(page => pageScreenOf(page.type))
      const chunks = screens.map(screen => ('load' in screen ? screen.load() : undefined))
      preload('/courses/$courseId')
      // A chunk that failed is loaded again when a page needs it.
      Promise.all([...chunks, player.load()]).catch(() => {})
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [pages])
}
