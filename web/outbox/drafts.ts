import type { StoredAnswer } from '../../contract/progress.ts'

/** All drafts are kept under names that begin so. */
export const DRAFT = 'sbs.draft'
/** The database of recording-drafts.ts, which is loaded only to record. */
export const RECORDINGS = 'step-by-step-recordings'

/** Where something is being answered, and the person who answers. */
export type DraftPlace = {
  uid: string
  lessonId: string
  pageId: string
  /** Type of the page, where it is one: a draft of another type stays for itself. */
  type?: string | undefined
}

/** What was begun there and not sent yet: it outlives a reload, a killed tab and a session that ran out. */
export function readDraft(place: DraftPlace): StoredAnswer | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null')
    return isAnswer(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

export function saveDraft(place: DraftPlace, draft: StoredAnswer): void {
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

/** A person who signs out of a shared phone leaves nothing to read and nothing to hear. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFT)) localStorage.removeItem(key)
    indexedDB.deleteDatabase(RECORDINGS)
  } catch {
    // Where nothing can be stored, nothing is.
  }
}

export function keyOf({ uid, lessonId, pageId, type }: DraftPlace): string {
  return `${DRAFT} ${JSON.stringify([uid, lessonId, pageId, type].filter(part => part !== undefined))}`
}

function isAnswer(value: unknown): value is StoredAnswer {
  return typeof value === 'string' || (Array.isArray(value) && value.every(one => typeof one === 'string'))
}
