import { useEffect, useState } from 'react'
import type { Page } from '../../contract/lessons.ts'
import { preload } from '../router/router.ts'
import { player } from './page-media.tsx'
import { fetchRecorderAhead, pageScreenOf } from './pages/index.ts'

const AFTER_MS = 300
/** The recorder is loaded this many pages before a page that takes a recording, even before a page was turned. */
const PAGES_BEFORE_RECORDING = 2

/** Loads the code of all pages early: the network can fail in the middle of a lesson. */
export function useFetchAhead(pages: readonly Page[], pageNumber: number): void {
  const [firstNumber] = useState(pageNumber)
  const hasTurned = pageNumber !== firstNumber
  const [recordings, setRecordings] = useState<number[]>([])
  useEffect(() => {
    const timer = setTimeout(() => {
      preload('/courses/$courseId')
      // A chunk that failed is loaded again when a page needs it.
      Promise.all([recordingsIn(pages).then(setRecordings), player.load()]).catch(() => {})
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [pages])
  // The recorder is large, so it is loaded only after the first turn of a page, or if a recording comes soon.
  const isNear = recordings.some(number => number >= pageNumber && number <= pageNumber + PAGES_BEFORE_RECORDING)
  const needsRecorder = isNear || (hasTurned && recordings.length > 0)
  useEffect(() => {
    if (needsRecorder) fetchRecorderAhead().catch(() => {})
  }, [needsRecorder])
}

/** Loads the code of these pages. Returns the numbers of those that take recordings. */
async function recordingsIn(pages: readonly Page[]): Promise<number[]> {
  const loading = pages.map(page => pageScreenOf(page.type)).map(screen => ('load' in screen ? screen.load() : screen))
  const screens = await Promise.all(loading)
  return screens.flatMap(({ submitRecording }, index) => (submitRecording ? index + 1 : []))
}
