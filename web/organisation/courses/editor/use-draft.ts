import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { openDraft } from '../../../editor/draft/open-draft.ts'
import { lettersFirst } from '../../../editor/letters-first.ts'
import { currentSession } from '../../../session.ts'

/** The editor of the same course may be shown again at once, on another page of it. */
const CLOSE_AFTER_MS = 2000

type Opened = ReturnType<typeof openDraft>

/** The drafts that this tab has open, by person and course. */
const opened = new Map<string, { draft: Opened; users: number }>()

function draftFor(uid: string, courseId: string) {
  const key = keyOf(uid, courseId)
  const mine = opened.get(key) ?? { draft: openDraft(uid, courseId), users: 0 }
  opened.set(key, mine)
  return mine
}

/**
 * A draft with something that is neither sent nor stored goes on trying: closed, it would lose that. After a sign-out it
 * waits for its author, until somebody else signs in.
 */
function closeLater(uid: string, courseId: string): void {
  setTimeout(() => {
    const mine = opened.get(keyOf(uid, courseId))
    if (!mine || mine.users > 0) return
    if (mine.draft.isOnlyHere() && (currentSession()?.uid ?? uid) === uid) return closeLater(uid, courseId)
    mine.draft.close()
    opened.delete(keyOf(uid, courseId))
  }, CLOSE_AFTER_MS)
}

function keyOf(uid: string, courseId: string): string {
  return `${uid} ${courseId}`
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
      closeLater(uid, courseId)
    }
  }, [uid, courseId])
  return { draft, ...state }
}
