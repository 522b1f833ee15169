import { readStored, writeStored } from '../../../browser/stored.ts'
import type { UndoStep } from '../writing.ts'
import { coursesWithEdits, type OwnEdits } from './draft-store.ts'
import { LAST_EDITS } from './edits-wait.ts'

/** The most steps of undo and redo. Nobody makes more in the moment before a page is left. */
const MAX_STEPS = 50

/** What IndexedDB did not have yet when a page was left. `sent`: ids of edits that IndexedDB still has as unsent. */
export type LastEdits = OwnEdits & { at: number; sent: readonly string[] }

/** Each open draft has its own key, so that no tab overwrites the last edits of another tab. */
export function keyForLastEdits(uid: string, courseId: string): string {
  return `${beginningFor(uid, courseId)}"${crypto.randomUUID()}"]`
}

function beginningFor(uid: string, courseId: string): string {
  return `${LAST_EDITS} ${JSON.stringify([uid, courseId]).slice(0, -1)},`
}

/** The ids of the courses in which edits of this author wait on this device. */
export async function coursesThatWait(uid: string): Promise<Set<string>> {
  return new Set([...(await coursesWithEdits(uid)), ...coursesWithLastEdits(uid)])
}

/** The ids of the courses in which this author has last edits. */
function coursesWithLastEdits(uid: string): string[] {
  try {
    return lastEditKeys(uid).map(key => (JSON.parse(key.slice(`${LAST_EDITS} `.length)) as [string, string])[1])
  } catch {
    return []
  }
}

/** The keys of the last edits of this author, or of one of their drafts. */
export function lastEditKeys(uid: string, courseId?: string): string[] {
  const beginning = courseId === undefined ? `${LAST_EDITS} [${JSON.stringify(uid)},` : beginningFor(uid, courseId)
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(beginning))
  } catch {
    return []
  }
}

/** Stores what IndexedDB does not have yet. While a page is being left, only `localStorage` still writes. */
export function storeLastEdits(key: string, own: OwnEdits, stored: OwnEdits | undefined, now: number): void {
  const last = lastEditsOf(own, stored, now)
  if (last.pending.length === 0 && last.sent.length === 0) return
  // If the storage is full, the server may still have received the edits.
  writeStored(key, JSON.stringify(last))
}

function lastEditsOf(own: OwnEdits, stored: OwnEdits | undefined, at: number): LastEdits {
  const known = new Set(stored?.pending)
  const ids = new Set(own.pending.map(({ id }) => id))
  return {
    at,
    pending: own.pending.filter(edit => !known.has(edit)),
    sent: (stored?.pending ?? []).map(({ id }) => id).filter(id => !ids.has(id)),
    undo: own.undo.slice(-MAX_STEPS),
    redo: own.redo.slice(-MAX_STEPS),
    removed: Object.fromEntries(Object.entries(own.removed).filter(([id]) => !stored?.removed[id])),
  }
}

/** The last edits from all pages that this author left, by key. The page that was left last comes last. */
export function storedLastEdits(uid: string, courseId: string): Map<string, LastEdits> {
  try {
    const found = lastEditKeys(uid, courseId).map((key): [string, LastEdits] => [
      key,
      JSON.parse(readStored(key) ?? ''),
    ])
    return new Map(found.sort(([, one], [, other]) => one.at - other.at))
  } catch {
    return new Map()
  }
}

export function removeLastEdits(keys: Iterable<string>): void {
  for (const key of keys) writeStored(key, undefined)
}

export function withLastEdits(own: OwnEdits, last: LastEdits): OwnEdits {
  const newer = new Map(last.pending.map(edit => [edit.id, edit]))
  const known = new Set(own.pending.map(({ id }) => id))
  const waiting = own.pending.filter(({ id }) => !last.sent.includes(id))
  return {
    pending: [...waiting.map(edit => newer.get(edit.id) ?? edit), ...last.pending.filter(({ id }) => !known.has(id))],
    undo: withLastSteps(own.undo, last.undo),
    redo: withLastSteps(own.redo, last.redo),
    removed: { ...own.removed, ...last.removed },
  }
}

function withLastSteps(steps: readonly UndoStep[], last: readonly UndoStep[]): readonly UndoStep[] {
  const at = steps.findIndex(step => step.changes[0]?.id === last[0]?.changes[0]?.id)
  return at < 0 ? last : [...steps.slice(0, at), ...last]
}
