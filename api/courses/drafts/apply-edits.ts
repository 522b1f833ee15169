import type { Transaction } from 'kysely'
import type { Change, Edit, EditResult } from '../../../contract/organisation/edits.ts'
import type { Tables } from '../../database/tables.ts'
import { isText } from '../files/course-file-list.ts'
import { bytesOfOriginal, type Originals } from '../files/originals.ts'
import { UnreadableYamlError } from '../writing/edit-yaml.ts'
import { ensureAuthorId } from './authors.ts'
import { DraftCourse, GoneError, NotAllowedError } from './draft-course.ts'
import { beginDraft, saveChangedFiles, type WrittenCourse, withTexts, writtenCourse } from './draft-store.ts'
import { UnreadableDraftError } from './draft-text.ts'
import { type EditContext, EditLog } from './edit-log.ts'
import { RefusedError } from './refused.ts'
import { applySet } from './set-value.ts'
import { insertItem, moveItem, removeFromList, restoreItem } from './structure.ts'

const MAX_TEXT_LENGTH = 1_000_000

export type EditAuthor = { courseId: string; uid: string; since: number; originals: Originals; now: number }

/** Applies edits in their order. A refused edit does not stop the others. The caller holds the lock of the draft. */
export async function applyEdits(
  trx: Transaction<Tables>,
  edits: readonly Edit[],
  { courseId, uid, since, originals, now }: EditAuthor,
): Promise<{ revision: number; results: EditResult[] }> {
  const written = await writtenCourse(trx, courseId)
  const log = await EditLog.open(trx, written, await ensureAuthorId(trx, uid), now)
  const files = new Map(written.files.map(file => [file.name, file]))
  const context: EditContext = { trx, course: new DraftCourse(written.texts), log, since, now }
  const results: EditResult[] = []
  for (const edit of edits) {
    results.push(await resultOf(edit))
  }
  context.course.remember()
  if (log.hasChanged) await save(written, withTexts({ ...written, files: [...files.values()] }, context.course.texts))
  return { revision: log.revision, results }

  async function resultOf(edit: Edit): Promise<EditResult> {
    const known = await log.knownEdit(edit.id)
    if (!known) return attempt(edit)
    const rest = restOf(edit, known)
    return rest ? { ...(await resultOf(rest)), id: edit.id } : known.result
  }

  async function attempt(edit: Edit): Promise<EditResult> {
    const before = context.course.texts
    try {
      const outcome = await applyChange(edit)
      throwIfTooLarge(context.course.texts)
      const result = { id: edit.id, ...outcome }
      return { ...result, revision: await log.add(edit, result) }
    } catch (error) {
      const reason = reasonOf(error)
      if (!reason) throw error
      // A refused edit changes nothing, not even in part.
      context.course = new DraftCourse(before)
      const result: EditResult = { id: edit.id, outcome: 'refused', reason }
      await log.addRefused(edit, result)
      return { ...result, revision: 0 }
    }
  }

  async function applyChange({ id, at, change }: Edit): Promise<Omit<EditResult, 'id'>> {
    if (change.op === 'set') return applySet(context, { id, at, change })
    if (change.op === 'insert') return insertItem(context, { id, change })
    if (change.op === 'remove') return removeFromList(context, { id, change })
    if (change.op === 'move') return moveItem(context, { id, change })
    if (change.op === 'restore') return restoreItem(context, { id, change })
    if (change.op === 'text') return replaceText(change)
    return nameFile(change)
  }

  function replaceText({ name, from, to }: Extract<Change, { op: 'text' }>): Omit<EditResult, 'id'> {
    const present = withTexts(written, context.course.texts).files.find(file => file.name === name)
    // Somebody has written another text meanwhile.
    if (!isText(name) || present?.digest !== from) throw new RefusedError('gone')
    context.course.replaceText(name, to)
    log.mark({})
    return { outcome: 'done' }
  }

  async function nameFile({ name, to }: Extract<Change, { op: 'file' }>): Promise<Omit<EditResult, 'id'>> {
    if (!/^(?:media\/)?[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name) || isText(name)) throw new NotAllowedError()
    if (to === null) {
      // Somebody may have duplicated the page of these captions meanwhile. Then the file stays, and the author sees it.
      if (areCaptionsOfPage(name, context.course)) return { outcome: 'done' }
      files.delete(name)
    } else {
      const bytes = await bytesOfOriginal(originals, to)
      if (bytes === undefined) throw new RefusedError('no-such-file')
      files.set(name, { name, digest: to, bytes })
    }
    log.mark({})
    return { outcome: 'done' }
  }

  async function save(before: WrittenCourse, after: WrittenCourse): Promise<void> {
    if (before.draft) await saveChangedFiles(trx, before, after)
    else await beginDraft(trx, { courseId, baseVersion: before.version ?? null, kind: 'publish' }, after, now)
    await trx
      .updateTable('course_drafts')
      .set({ revision: log.revision, changed_at: now })
      .where('course_id', '=', courseId)
      .execute()
  }
}

/**
 * Another tab of the author may have sent an edit that was stored on the device while the first tab was still typing
 * it. Then the first tab sends the same edit with more letters. Returns what is new in it.
 */
function restOf(edit: Edit, known: Edit): Edit | undefined {
  if (edit.change.op !== 'set' || known.change.op !== 'set' || edit.at <= known.at) return undefined
  return { ...edit, id: `${edit.id}/${edit.at}`, change: { ...edit.change, from: known.change.to } }
}

function areCaptionsOfPage(name: string, { lessons }: DraftCourse): boolean {
  return lessons.some(({ pages }) =>
    pages.some(page => `media/${(page as { captions?: unknown } | null)?.captions}` === name),
  )
}

function throwIfTooLarge(texts: ReadonlyMap<string, string>): void {
  for (const text of texts.values()) if (Buffer.byteLength(text) > MAX_TEXT_LENGTH) throw new RefusedError('too-large')
}

function reasonOf(error: unknown): EditResult['reason'] {
  if (error instanceof RefusedError) return error.reason
  if (error instanceof GoneError) return 'gone'
  if (error instanceof NotAllowedError) return 'not-allowed'
  return error instanceof UnreadableDraftError || error instanceof UnreadableYamlError ? 'unreadable' : undefined
}
