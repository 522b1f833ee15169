import type { DraftPlace } from './draft-place.ts'
import { keyOf } from './drafts.ts'
import { storedPlaces } from './stored-places.ts'

/** Moves the drafts of former uids to this uid. A draft that this uid already has in the same place stays. */
export function migrateDrafts(uid: string, formerUids: readonly string[]): void {
  try {
    for (const place of storedPlaces()) if (formerUids.includes(place.uid)) moveDraft(place, { ...place, uid })
  } catch {
    // Without storage there is nothing to move.
  }
}

function moveDraft(from: DraftPlace, to: DraftPlace): void {
  const draft = localStorage.getItem(keyOf(from))
  if (draft !== null && localStorage.getItem(keyOf(to)) === null) localStorage.setItem(keyOf(to), draft)
  localStorage.removeItem(keyOf(from))
}
