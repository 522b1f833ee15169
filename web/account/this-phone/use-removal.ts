import { useEffect, useState } from 'react'
import { deleteRemoved, removeDownloads, UNDO_MS, undoRemoval } from '../../downloads/rows/removal.ts'
import { useUid } from '../../user/user.ts'

export type RemovedLessons = { title: string; lessonIds: string[] }

/** `isGone`: the removal cannot be undone, because a full phone deletes the lessons at once. */
type Removed = RemovedLessons & { isGone: boolean }

/** Removing is done at once and asks nothing, because it can be undone for a while. */
export function useRemoval() {
  const uid = useUid()
  const [removed, setRemoved] = useState<Removed>()
  useEffect(() => {
    if (!removed) return
    const timer = setTimeout(() => {
      setRemoved(undefined)
      void deleteRemoved().catch(() => {})
    }, UNDO_MS)
    return () => clearTimeout(timer)
  }, [removed])
  return {
    removed,
    // Where the storage does not answer, nothing changes on the screen, and the button can be pressed again.
    remove: (lessons: RemovedLessons) =>
      removeDownloads(uid, lessons.lessonIds).then(
        mayReturn => setRemoved({ ...lessons, isGone: !mayReturn }),
        () => {},
      ),
    undo: (lessons: RemovedLessons) =>
      undoRemoval(uid, lessons.lessonIds).then(
        () => setRemoved(undefined),
        () => {},
      ),
  }
}
