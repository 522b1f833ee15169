import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Page } from '../../contract/lessons.ts'
import { player } from './page-media.tsx'
import { pageScreenOf } from './pages/index.ts'

const AFTER_MS = 300

/** Once the first page can be used, fetches what the rest of the lesson needs: the network may go in the middle of it. */
export function useFetchAhead(courseId: string, pages: readonly Page[]): void {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => {
      const screens = pages.map(page => pageScreenOf(page.type))
      const pieces = screens.map(screen => ('load' in screen ? screen.load() : undefined))
      const course = router.preloadRoute({ to: '/courses/$courseId', params: { courseId }, search: true })
      // What does not come now is asked for again when it is needed.
      Promise.all([...pieces, player.load(), course]).catch(() => {})
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [router, courseId, pages])
}
