import { useEffect, useState } from 'react'
import { deleteRemoved, removeDownloads, UNDO_MS, undoRemoval } from '../../downloads/rows/removal.ts'
import { useUid } from '../../user/user.ts'

export type RemovedLessons = { title: string; lessonIds: string[] }

/** Removing is done at once and asks nothing, because it can be undone for a while. */
export function useRemoval() {
  const uid = useUid()
  const [removed, setRemoved] = useState<RemovedLessons>()
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
    remove(one: RemovedLessons) {
      setRemoved(one)
      void removeDownloads(uid, one.lessonIds)
    },
    undo() {
      if (removed) void undoRemoval(uid, removed.lessonIds)
      setRemoved(undefined)
    },
  }
}
