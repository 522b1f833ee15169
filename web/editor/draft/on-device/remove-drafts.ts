import { removeFilmsOf } from '../../uploads/film-store.ts'
import { coursesWithEdits, removeRows } from './draft-store.ts'
import { lastEditKeys, removeLastEdits } from './last-edits.ts'

/** Deletes all that this device has of an author's writing, or of one draft of theirs, what was not sent included. */
export async function removeDrafts(uid: string, courseId?: string): Promise<void> {
  removeLastEdits(lastEditKeys(uid, courseId))
  await removeRows(uid, courseId)
  await removeFilmsOf(uid, courseId)
  // Notes whether edits of anybody still wait.
  await coursesWithEdits(uid)
}
