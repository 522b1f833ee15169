import type { Draft, DraftLesson, DraftPage } from '../../../contract/organisation/drafts.ts'
import type { Change, DraftPath } from '../../../contract/organisation/edits.ts'
import { draftValueAt, type Group, groupKeys, lessonOf, withDraftValue } from './draft-tree.ts'

/** A removed value with its place. To restore it, an edit names the id of the edit that removed it. */
export type RemovedValue = {
  path: DraftPath
  value: unknown
  after: string | null
  /** The revision that the author of the removal saw. The server does not remove what others have written since. */
  since?: number
}
export type RemovedByEdit = Readonly<Record<string, RemovedValue>>

/** An edited draft counts as changed. Only the server can tell that edits have led back to the published version. */
export function markedChanged(draft: Draft): Draft {
  return draft.isUnchanged ? { ...draft, isUnchanged: false } : draft
}

/** The draft after a change. A change to something that does not exist does nothing. */
export function applyChange(draft: Draft, change: Change, removed: RemovedByEdit = {}): Draft {
  switch (change.op) {
    case 'set':
      return withDraftValue(draft, change.path, change.to)
    case 'insert':
      // If a reply was lost, the server's draft may have this entry already.
      if (keysIn(draft, change.path).includes(String(change.value.id))) return draft
      return withInserted(draft, change.path, toDraftShape(change.path, change.value), change.after)
    case 'remove':
      return withoutEntry(draft, change.path)
    case 'move': {
      const entry = draftValueAt(draft, change.path)
      if (entry === undefined) return draft
      return withInserted(withoutEntry(draft, change.path), change.to ?? listPath(change.path), entry, change.after)
    }
    case 'restore': {
      const back = removed[change.edit]
      // If the value was gone already, the edit removed nothing.
      if (back?.value === undefined || draftValueAt(draft, back.path) !== undefined) return draft
      return withInserted(draft, listPath(back.path), back.value, back.after)
    }
    case 'file':
      return withFile(draft, change.name, change.to)
    case 'text':
      return draft
  }
}

/** The change that undoes a change. `draft` is the draft before the change; `id` is the id of its edit. */
export function inverseOf(draft: Draft, change: Change, id: string): Change | undefined {
  switch (change.op) {
    case 'set':
      return { op: 'set', path: change.path, from: change.to, to: draftValueAt(draft, change.path) }
    case 'insert':
      return { op: 'remove', path: [...change.path, String(change.value.id)] }
    case 'remove':
      return { op: 'restore', edit: id }
    case 'move': {
      const list = listPath(change.path)
      const key = change.path.at(-1) as string
      return { op: 'move', path: [...(change.to ?? list), key], to: list, after: keyBefore(draft, change.path) }
    }
    case 'file': {
      const digest = draft.files.find(({ name }) => name === change.name)?.digest ?? null
      return { op: 'file', name: change.name, to: digest }
    }
    // To undo a restore, the value is removed again. Only the caller knows which value it was.
    case 'restore':
    case 'text':
      return undefined
  }
}

/** The values that a change removes, for its undo. */
export function removedBy(draft: Draft, change: Change): RemovedValue | undefined {
  if (change.op !== 'remove') return undefined
  const { path } = change
  return { path, value: draftValueAt(draft, path), after: keyBefore(draft, path), since: draft.revision }
}

export function listPath(path: DraftPath): DraftPath {
  return path.slice(0, -1)
}

export function keyBefore(draft: Draft, path: DraftPath): string | null {
  const keys = keysIn(draft, listPath(path))
  return keys[keys.indexOf(path.at(-1) as string) - 1] ?? null
}

export function keysIn(draft: Draft, list: DraftPath): string[] {
  const entries = draftValueAt(draft, list)
  if (!Array.isArray(entries)) return []
  return isTop(list) ? (entries as (DraftLesson | DraftPage)[]).map(({ key }) => key) : groupKeys(entries)
}

/** Lists of lessons and of pages, whose entries have their key beside their fields. */
function isTop(list: DraftPath): boolean {
  return list.length === 1 || (list.length === 3 && list[2] === 'pages')
}

/** Turns a new entry from the shape of the course files into the shape of the draft. */
export function toDraftShape(list: DraftPath, value: Group): unknown {
  const key = String(value.id)
  if (list.length === 1) {
    const { pages = [], ...fields } = value
    const inner = (pages as Group[]).map(page => ({ key: String(page.id), fields: page }))
    return { key, file: '', fields, pages: inner } satisfies DraftLesson
  }
  return isTop(list) ? ({ key, fields: value } satisfies DraftPage) : value
}

function withInserted(draft: Draft, list: DraftPath, entry: unknown, after: string | null): Draft {
  const entries = draftValueAt(draft, list)
  const before = Array.isArray(entries) ? entries : []
  // If the entry that `after` names is gone, the new entry comes last.
  const known = keysIn(draft, list)
  const at = after === null ? 0 : known.indexOf(after) + 1 || before.length
  return withList(draft, list, [...before.slice(0, at), entry, ...before.slice(at)])
}

function withoutEntry(draft: Draft, path: DraftPath): Draft {
  const list = listPath(path)
  const entries = draftValueAt(draft, list)
  if (!Array.isArray(entries)) return draft
  const at = keysIn(draft, list).indexOf(path.at(-1) as string)
  return at < 0
    ? draft
    : withList(
        draft,
        list,
        entries.filter((_, index) => index !== at),
      )
}

function withList(draft: Draft, list: DraftPath, entries: unknown[]): Draft {
  if (list.length === 1) return { ...draft, lessons: entries as DraftLesson[] }
  if (!isTop(list)) return withDraftValue(draft, list, entries)
  if (!lessonOf(draft, list[1] as string)) return draft
  const pages = entries as DraftPage[]
  return { ...draft, lessons: draft.lessons.map(one => (one.key === list[1] ? { ...one, pages } : one)) }
}

function withFile(draft: Draft, name: string, digest: string | null): Draft {
  const others = draft.files.filter(file => file.name !== name)
  const bytes = draft.files.find(file => file.digest === digest)?.bytes ?? 0
  return { ...draft, files: digest === null ? others : [...others, { name, digest, bytes }] }
}
