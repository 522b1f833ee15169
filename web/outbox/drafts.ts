import type { StoredAnswer } from '../../contract/progress.ts'

const PREFIX = 'sbs.draft'

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

/** Whoever signs out of a shared phone leaves nothing to read. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Where nothing can be stored, nothing is.
  }
}

function keyOf({ uid, lessonId, pageId }: DraftPlace): string {
  return `${PREFIX} ${JSON.stringify([uid, lessonId, pageId])}`
}

function isAnswer(kept: unknown): kept is StoredAnswer {
  return typeof kept === 'string' || (Array.isArray(kept) && kept.every(one => typeof one === 'string'))
}
