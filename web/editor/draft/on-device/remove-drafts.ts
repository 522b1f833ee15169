import { removeFilmsOf } from '../../uploads/film-store.ts'
import { coursesWithEdits, removeRows } from './draft-store.ts'
import { lastEditKeys, removeLastEdits } from './last-edits.ts'

/** Deletes all that an author wrote on this device, or one of their drafts, even edits that were not sent. */
export async function removeDrafts(uid: string, courseId?: string): Promise<void> {
  removeLastEdits(lastEditKeys(uid, courseId))
  await removeRows(uid, courseId)
  await removeFilmsOf(uid, courseId)
  // This call also notes whether edits of any author still wait.
  await coursesWithEdits(uid)
}
