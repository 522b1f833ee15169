import { isDeepStrictEqual } from 'node:util'
import type { Change, EditResult } from '../../../contract/organisation/edits.ts'
import { hasOpenConflict, saveConflict, savePresentAuthor, withoutNull } from './conflicts.ts'
import { type DraftCourse, GoneError, NotAllowedError, throwIfNoField } from './draft-course.ts'
import type { EditContext } from './edit-log.ts'
import { throwIfUnsafe } from './refused.ts'
import { workAtItem } from './structure.ts'

type Set = Extract<Change, { op: 'set' }>

/**
 * Changes a value. If another author changed it meanwhile, their value stays in the draft, and the value of this edit
 * is stored as a conflict. So no author overwrites a text that they have not seen.
 */
export async function applySet(
  context: EditContext,
  { at, change }: { id: string; at: number; change: Set },
): Promise<Omit<EditResult, 'id'>> {
  throwIfUnsafe(change.to)
  throwIfNoField(change.path)
  if (change.path.some(step => step === '__proto__')) throw new NotAllowedError()
  const [from, to] = [withoutNull(change.from), withoutNull(change.to)]
  let place: readonly string[] = change.path
  const work = (path: readonly string[]): 'same' | 'conflict' | 'changed' => {
    place = path
    const present = withoutNull(context.course.valueAt(path))
    if (isDeepStrictEqual(present, to)) return 'same'
    if (!isDeepStrictEqual(present, from)) return 'conflict'
    context.course.set(path, to)
    context.log.mark({ change: { ...change, path: [...path] } })
    return 'changed'
  }
  const asConflict = async () =>
    ({ outcome: 'conflict', conflictId: await saveConflict(context, place, { from, to, at }) }) as const
  try {
    const { result, wasRestored } = await workAtItem(context, change.path, work)
    if (result === 'conflict') return await asConflict()
    if (result === 'changed' && (await hasOpenConflict(context, place)))
      await savePresentAuthor(context.trx, context.log.courseId, place, context.log.authorId)
    return { outcome: wasRestored ? 'restored' : 'done' }
  } catch (error) {
    // The page got another type, so its answers are gone. The text for such an answer becomes a conflict of the page.
    if (error instanceof GoneError && to !== undefined && isInPage(context.course, error.item)) return asConflict()
    throw error
  }
}

/** Whether something is missing inside of a page, and not the page itself. */
function isInPage(course: DraftCourse, gone: readonly string[]): boolean {
  const page = gone.slice(0, 4)
  return gone.length > page.length && course.hasItem(page)
}
