import type { DraftPlace } from './draft-place.ts'
import { DRAFT } from './drafts.ts'

/** The places of all drafts on this phone, of everybody. */
export function storedPlaces(): DraftPlace[] {
  try {
    return Object.keys(localStorage).flatMap(key => placeIn(key) ?? [])
  } catch {
    return []
  }
}

/** Undefined for a key that is not of a draft. */
function placeIn(key: string): DraftPlace | undefined {
  if (!key.startsWith(`${DRAFT} `)) return undefined
  const [uid, ...path] = JSON.parse(key.slice(DRAFT.length + 1))
  return { uid, path }
}
