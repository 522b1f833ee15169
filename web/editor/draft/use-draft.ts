import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { Draft } from '../../../contract/organisation/drafts.ts'
import { currentSession } from '../../session.ts'
import { deferWhileTyping } from '../defer-while-typing.ts'
import { coursesThatWait } from './on-device/last-edits.ts'
import { removeDrafts } from './on-device/remove-drafts.ts'
import { type OpenedDraft, openDraft } from './open-draft.ts'

/** The editor of the same course may be shown again at once, on another page of it. */
const CLOSE_AFTER_MS = 2000

/** The drafts that this tab has open, by person and course. */
const opened = new Map<string, { draft: OpenedDraft; users: number }>()

function draftFor(uid: string, courseId: string) {
  const key = keyOf(uid, courseId)
  const mine = opened.get(key) ?? { draft: openDraft(uid, courseId), users: 0 }
  opened.set(key, mine)
  return mine
}

/** Sends the edits that wait on this device in drafts of this author, as their editor would. */
export async function sendWaitingEdits(uid: string): Promise<void> {
  for (const courseId of await coursesThatWait(uid)) {
    const { draft } = draftFor(uid, courseId)
    void draft.loaded.then(draft.flush).finally(() => closeLater(uid, courseId))
  }
}

type SentDraft = {
  /** False if something waits that cannot be sent now. */
  isSent: boolean
  /** The draft as the server now has it. Undefined if it could not be loaded, and this device has nothing of it. */
  sent: Draft | undefined
}

/** Sends what waits in a draft. */
export async function sendDraft(uid: string, courseId: string): Promise<SentDraft> {
  const { draft } = draftFor(uid, courseId)
  try {
    await draft.loaded
    if (!draft.get().writing) return { isSent: true, sent: undefined }
    return { isSent: await draft.flush(), sent: draft.get().writing?.draft }
  } finally {
    closeLater(uid, courseId)
  }
}

/** Closes a draft once no screen needs it and nothing of it waits. */
function closeLater(uid: string, courseId: string): void {
  setTimeout(() => {
    const mine = opened.get(keyOf(uid, courseId))
    if (!mine || mine.users > 0) return
    if (isNeeded(mine.draft)) return closeLater(uid, courseId)
    mine.draft.close()
    opened.delete(keyOf(uid, courseId))
  }, CLOSE_AFTER_MS)
}

/** Deletes all that this device has of a draft, even edits that were not sent. */
export async function discardDraft(uid: string, courseId: string): Promise<void> {
  opened.get(keyOf(uid, courseId))?.draft.discard()
  opened.delete(keyOf(uid, courseId))
  await removeDrafts(uid, courseId)
}

/**
 * Whether a draft must stay open, because it has edits to send, or outcomes that its author has not read. Edits that
 * are only in memory wait for their author even after a sign-out, until somebody else signs in.
 */
function isNeeded({ uid, get, isOnlyHere }: OpenedDraft): boolean {
  const present = currentSession()?.uid
  const { writing, save, unexpected } = get()
  const isWaiting = writing !== undefined && writing.pending.length > 0 && save.is !== 'refused'
  if (present === uid && (isWaiting || unexpected.length > 0)) return true
  return isOnlyHere() && (present ?? uid) === uid
}

function keyOf(uid: string, courseId: string): string {
  return `${uid} ${courseId}`
}

/** The draft that this tab has opened, with its state. */
export function useDraft(uid: string, courseId: string): { draft: OpenedDraft } & ReturnType<OpenedDraft['get']> {
  const { draft } = draftFor(uid, courseId)
  const watch = useCallback((listener: () => void) => draft.watch(deferWhileTyping(listener)), [draft])
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
