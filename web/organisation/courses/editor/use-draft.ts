import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { openDraft } from '../../../editor/draft/open-draft.ts'
import { lettersFirst } from '../../../editor/letters-first.ts'

/** The editor of the same course may be shown again at once, on another page of it. */
const CLOSE_AFTER_MS = 2000

type Opened = ReturnType<typeof openDraft>

let opened: { uid: string; courseId: string; draft: Opened; users: number } | undefined

function draftFor(uid: string, courseId: string) {
  if (opened?.uid === uid && opened.courseId === courseId) return opened
  opened?.draft.close()
  opened = { uid, courseId, draft: openDraft(uid, courseId), users: 0 }
  return opened
}

/** The draft that this tab has opened, with its state. */
export function useDraft(uid: string, courseId: string): { draft: Opened } & ReturnType<Opened['get']> {
  const { draft } = draftFor(uid, courseId)
  const watch = useCallback((listener: () => void) => draft.watch(lettersFirst(listener)), [draft])
  const state = useSyncExternalStore(watch, draft.get)
  useEffect(() => {
    const mine = draftFor(uid, courseId)
    mine.users += 1
    return () => {
      mine.users -= 1
      setTimeout(() => {
        if (mine.users > 0) return
        mine.draft.close()
        if (opened === mine) opened = undefined
      }, CLOSE_AFTER_MS)
    }
  }, [uid, courseId])
  return { draft, ...state }
}
