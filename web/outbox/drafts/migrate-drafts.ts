import { DRAFT, type DraftPlace, keyOf } from './drafts.ts'

/** Moves drafts of another uid to this one, unless this one has a newer draft. */
export function migrateDrafts(uid: string, formerUids: readonly string[]): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const place = placeOf(key)
      if (place && formerUids.includes(place.uid)) moveDraft(key, keyOf({ ...place, uid }))
    }
  } catch {
    // Without storage there is nothing to move.
  }
}

function moveDraft(from: string, to: string): void {
  const draft = localStorage.getItem(from)
  if (draft !== null && localStorage.getItem(to) === null) localStorage.setItem(to, draft)
  localStorage.removeItem(from)
}

/** Undefined for a value that is not a draft. */
function placeOf(key: string): DraftPlace | undefined {
  if (!key.startsWith(`${DRAFT} `)) return undefined
  const [uid, lessonId, pageId, type] = JSON.parse(key.slice(DRAFT.length + 1))
  return { uid, lessonId, pageId, type }
}
