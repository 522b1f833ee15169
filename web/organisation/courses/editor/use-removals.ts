import { useCallback, useRef, useState } from 'react'
import type { Change } from '../../../../contract/organisation/edits.ts'
import type { OpenedDraft } from '../../../editor/draft/open-draft.ts'
import type { LocalDraft, UndoStep } from '../../../editor/draft/writing.ts'

/**
 * Changes the draft, and counts removals while a removal is the last step. After another step, or after undo in the
 * bar, the count is 0: an offer to undo the removal would undo something else.
 */
export function useRemovals(opened: OpenedDraft, writing: LocalDraft | undefined) {
  const [count, setCount] = useState(0)
  const last = useRef<UndoStep>(undefined)
  const change = useCallback(
    (...changes: readonly Change[]) => {
      opened.change(...changes)
      const ops = changes.map(({ op }) => op)
      // A replacement is no removal.
      if (!ops.includes('remove') || ops.includes('insert')) return
      last.current = opened.get().writing?.undo.at(-1)
      setCount(before => before + 1)
    },
    [opened],
  )
  return { change, removals: writing?.undo.at(-1) === last.current ? count : 0 }
}
