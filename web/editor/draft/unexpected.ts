import type { AppliedEdit, Edit, EditResult, RefusedBecause } from '../../../contract/organisation/edits.ts'
import type { LocalDraft } from './writing.ts'

/**
 * An outcome of an edit that its author did not want. `kept` and `restored` come from the server. `back`: somebody
 * else's change has put back what this author had deleted. `pageless`: a film whose page is gone has arrived. `edit`:
 * the refused edit, with the only copy of its text.
 */
export type Unexpected =
  | { id: string; outcome: 'refused'; reason: RefusedBecause; edit?: Edit | undefined }
  | { id: string; outcome: 'kept' | 'restored' | 'back' }
  | { id: string; outcome: 'pageless'; film: string }

export function unexpectedIn(edits: readonly Edit[], results: readonly EditResult[]): Unexpected[] {
  const undoing = new Set(edits.flatMap(({ id, change }) => (change.op === 'restore' ? id : [])))
  return results.flatMap(({ id, outcome, reason = 'not-allowed' }): Unexpected[] => {
    if (outcome === 'refused') return [{ id, outcome, reason, edit: edits.find(edit => edit.id === id) }]
    const isOtherwise = outcome === 'kept' || (outcome === 'restored' && !undoing.has(id))
    return isOtherwise ? [{ id, outcome }] : []
  })
}

/** The removals of this author that these edits of others have undone. */
export function undoneRemovals(
  writing: LocalDraft | undefined,
  edits: readonly AppliedEdit[],
  uid: string,
): Unexpected[] {
  const { base, removed = {} } = writing ?? {}
  const removals = new Map(Object.entries(removed).map(([id, { path }]) => [path.join('\n'), id]))
  return edits.flatMap(({ revision, by, change }): Unexpected[] => {
    if (!base || revision <= base.revision || change.op !== 'insert' || by.uid === uid) return []
    const id = removals.get([...change.path, String(change.value.id)].join('\n'))
    return id === undefined ? [] : [{ id, outcome: 'back' }]
  })
}
