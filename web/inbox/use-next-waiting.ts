import { useState } from 'react'
import type { InboxRow } from '../../contract/inbox.ts'

/** The learner to go on with after this one was answered: of all others the one who has waited longest. */
export function useNextWaiting(rows: readonly InboxRow[], row: InboxRow | undefined) {
  const isWaiting = row !== undefined && row.waitingSince !== null
  const [hasWaited, setHasWaited] = useState(isWaiting)
  if (isWaiting && !hasWaited) setHasWaited(true)
  const next = rows.find(other => other.waitingSince !== null && other.uid !== row?.uid)
  return { next, isAnswered: row !== undefined && hasWaited && !isWaiting }
}
