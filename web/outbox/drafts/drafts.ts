import type { StoredAnswer } from '../../../contract/progress.ts'
import { readStoredJson, writeStored } from '../../browser/stored.ts'
import type { DraftPlace } from './draft-place.ts'

/** The beginning of all keys of drafts. */
export const DRAFT = 'sbs.draft'
/** The database of recording-drafts.ts, which is loaded only to record. */
export const RECORDINGS = 'step-by-step-recordings'

/** An unsent draft. It survives a reload, a killed tab and an expired session. */
export function readDraft(place: DraftPlace): StoredAnswer | undefined {
  const stored = readStoredJson(keyOf(place))
  return isAnswer(stored) ? stored : undefined
}

/** The text of a message or an answer; empty if there is none. In a draft, ids of messages may come after the text. */
export function readDraftText(place: DraftPlace): string {
  const [text = ''] = [readDraft(place) ?? ''].flat()
  return text
}

let isPaused = false

/** A preview in the editor stores no drafts, and leaves those of its author as they are. */
export function pauseDrafts(isPreview: boolean): void {
  isPaused = isPreview
}

export function saveDraft(place: DraftPlace, draft: StoredAnswer): void {
  if (isPaused) return
  writeStored(keyOf(place), JSON.stringify(draft))
}

export function dropDraft(place: DraftPlace): void {
  if (isPaused) return
  writeStored(keyOf(place), undefined)
}

/** Deletes all texts and recordings at a sign-out, so that the next person on the phone finds none. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFT)) localStorage.removeItem(key)
    indexedDB.deleteDatabase(RECORDINGS)
  } catch {}
}

export function keyOf({ uid, path }: DraftPlace): string {
  return `${DRAFT} ${JSON.stringify([uid, ...path])}`
}

function isAnswer(value: unknown): value is StoredAnswer {
  return typeof value === 'string' || (Array.isArray(value) && value.every(one => typeof one === 'string'))
}
