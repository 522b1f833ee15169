import { ApiError } from '../../../../contract/calls/api-error.ts'
import { getDraft } from '../../../../contract/organisation/drafts.ts'
import type { Edit } from '../../../../contract/organisation/edits.ts'
import { call } from '../../../api.ts'
import { beginWriting } from '../writing.ts'
import { storedWriting } from './draft-store.ts'
import { coursesThatWait, storedLastEdits, withLastEdits } from './last-edits.ts'

/** Edits that an author had not sent when somebody deleted the course. */
export type EditsLeftBehind = { courseId: string; title: string; edits: readonly Edit[] }

/** `known`: ids of courses that surely exist, so the server is not asked about them. */
export async function leftBehind(uid: string, known: readonly string[]): Promise<EditsLeftBehind[]> {
  const found: EditsLeftBehind[] = []
  for (const courseId of await coursesThatWait(uid))
    if (!known.includes(courseId) && (await isDeleted(courseId))) found.push(await editsLeftIn(uid, courseId))
  return found
}

/** Asks the server, because a list of courses may be older than a course that was begun in another tab. */
async function isDeleted(id: string): Promise<boolean> {
  try {
    await call(getDraft, { params: { id } })
    return false
  } catch (failure) {
    return failure instanceof ApiError && failure.code === 'not-found'
  }
}

async function editsLeftIn(uid: string, courseId: string): Promise<EditsLeftBehind> {
  const stored = await storedWriting(uid, courseId)
  const none = { pending: [], undo: [], redo: [], removed: {} }
  const { pending } = [...storedLastEdits(uid, courseId).values()].reduce(withLastEdits, stored ?? none)
  const title = stored && beginWriting(stored.base).draft.course.title
  return { courseId, title: String(title ?? courseId), edits: pending }
}
