import type { StoredAnswer } from '../../contract/progress.ts'

const PREFIX = 'sbs.draft'
/** The database of kept-recordings.ts, which only those fetch who record. */
export const RECORDINGS = 'step-by-step-recordings'

/** Where something is being answered, and by whom. */
export type DraftPlace = { uid: string; lessonId: string; pageId: string }

/** What was begun there and not sent yet: it outlives a reload, a killed tab and a session that ran out. */
export function readDraft(place: DraftPlace): StoredAnswer | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null')
    return isAnswer(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

export function keepDraft(place: DraftPlace, draft: StoredAnswer): void {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(draft))
  } catch {
    // It still stands on the screen.
  }
}

export function dropDraft(place: DraftPlace): void {
  try {
    localStorage.removeItem(keyOf(place))
  } catch {
    // Where nothing can be stored, nothing is.
  }
}

/** What was begun under another uid goes on under this one, where nothing was begun yet. */
export function adoptDrafts(uid: string, formerUids: readonly string[]): void {
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

/** Whoever signs out of a shared phone leaves nothing to read and nothing to hear. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
    indexedDB.deleteDatabase(RECORDINGS)
  } catch {
    // Where nothing can be stored, nothing is.
  }
}

function keyOf({ uid, lessonId, pageId }: DraftPlace): string {
  return `${PREFIX} ${JSON.stringify([uid, lessonId, pageId])}`
}

/** Undefined for what is no draft. */
function placeOf(key: string): DraftPlace | undefined {
  if (!key.startsWith(`${PREFIX} `)) return undefined
  const [uid, lessonId, pageId] = JSON.parse(key.slice(PREFIX.length + 1))
  return { uid, lessonId, pageId }
}

function isAnswer(kept: unknown): kept is StoredAnswer {
  return typeof kept === 'string' || (Array.isArray(kept) && kept.every(one => typeof one === 'string'))
}
