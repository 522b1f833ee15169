import type { Change, DraftPath, Edit } from '../../../contract/organisation/edits.ts'
import { listPath } from './apply-change.ts'

/**
 * The edits that can be sent now, in their order. An edit waits until the server has the file that it names. Edits that
 * depend on it wait, too. Other texts and new pages do not wait, because a sound can take minutes.
 */
export function readyEdits(edits: readonly Edit[], isWaiting: (edit: Edit) => boolean): Edit[] {
  const held: Change[] = []
  return edits.filter(edit => {
    const isReady = !isWaiting(edit) && (held.length === 0 || mayPass(edit.change, held))
    if (!isReady) held.push(edit.change)
    return isReady
  })
}

/** Whether the draft stays the same if this change comes before the held changes. False in doubt. */
function mayPass(change: Change, held: readonly Change[]): boolean {
  const isKnown = change.op === 'set' ? !isKey(change.path) : change.op === 'insert'
  return isKnown && held.every(one => isApart(change, one))
}

function isApart(change: Change, held: Change): boolean {
  if (held.op === 'file') return !JSON.stringify(change).includes(held.name.replace(/^media\//, ''))
  if (held.op === 'restore' || held.op === 'text' || (held.op === 'set' && isKey(held.path))) return false
  const [mine, theirs] = [itemsOf(change), itemsOf(held)]
  if ([...mine, ...theirs].flat().some(step => step.startsWith('#'))) return false
  if (mine.some(path => theirs.some(other => isWithin(path, other) || isWithin(other, path)))) return false
  // The places of items in one list depend on each other.
  return change.op !== 'insert' || held.op === 'set' || !theirs.some(item => isSamePath(listPath(item), change.path))
}

/** The paths of the items that a change touches. */
function itemsOf(change: Change): DraftPath[] {
  if (change.op === 'set' || change.op === 'remove') return [change.path]
  if (change.op === 'insert') return [[...change.path, String(change.value.id)]]
  if (change.op === 'move') return [change.path, [...(change.to ?? listPath(change.path)), change.path.at(-1) ?? '']]
  return []
}

/** Whether a path leads to an id. Such a change is special, because items are found by their ids. */
function isKey(path: DraftPath): boolean {
  return path.at(-1) === 'id'
}

function isWithin(path: DraftPath, other: DraftPath): boolean {
  return other.every((step, index) => path[index] === step)
}

function isSamePath(one: DraftPath, other: DraftPath): boolean {
  return one.length === other.length && isWithin(one, other)
}
