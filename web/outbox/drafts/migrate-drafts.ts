import { DRAFT, type DraftPlace, keyOf } from './drafts.ts'

/** What was begun under another uid goes on under this one, where nothing was begun yet. */
export function migrateDrafts(uid: string, formerUids: readonly string[]): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const place = placeOf(key)
      if (place && formerUids.includes(place.uid)) moveDraft(key, keyOf({ ...place, uid }))
    }
  } catch {
    // Where nothing can be stored, nothing is.
  }
}

function moveDraft(from: string, to: string): void {
  const draft = localStorage.getItem(from)
  if (draft !== null && localStorage.getItem(to) === null) localStorage.setItem(to, draft)
  localStorage.removeItem(from)
}

/** Undefined for what is no draft. */
function placeOf(key: string): DraftPlace | undefined {
  if (!key.startsWith(`${DRAFT} `)) return undefined
  const [uid, lessonId, pageId, type] = JSON.parse(key.slice(DRAFT.length + 1))
  return { uid, lessonId, pageId, type }
}
