import type { Draft } from '../../../contract/organisation/drafts.ts'
import { type Own, storedWriting, storeWriting } from './draft-store.ts'
import { keyForLastEdits, removeLastEdits, storedLastEdits, storeLastEdits, withLastEdits } from './last-edits.ts'
import { replaced } from './rebase.ts'
import { beginWriting, type LocalDraft } from './writing.ts'

/** Stores an open draft on this device. `writing` returns it as it is now. */
export function draftOnDevice(uid: string, courseId: string, writing: () => LocalDraft | undefined) {
  let storedBase: Draft | undefined
  /** The author's own edits, as IndexedDB has them. */
  let storedOwn: Own | undefined
  /** Ids of all edits that were ever stored from here. */
  const mine = new Set<string>()
  const lastEdits = storedLastEdits(uid, courseId)
  const ownLastEdits = keyForLastEdits(uid, courseId)

  /** The writing on this draft of the server, with all that this device has of the author. */
  function begun(base: Draft): LocalDraft {
    const fresh = beginWriting(base)
    const own = [...lastEdits.values()].reduce(withLastEdits, storedOwn ?? fresh)
    // Some of them may have reached the server in an earlier visit, so all of them count as being sent.
    return replaced({ ...fresh, ...own, sending: own.pending.length }, base)
  }

  function isStored(): boolean {
    const now = writing()
    return (['pending', 'undo', 'redo', 'removed'] as const).every(part => now?.[part] === storedOwn?.[part])
  }

  async function keep(): Promise<void> {
    const now = writing()
    if (!now) return
    for (const { id } of now.pending) mine.add(id)
    const base = now.base === storedBase ? undefined : now.base
    await storeWriting(uid, courseId, { own: now, mine, base })
    storedBase = now.base
    storedOwn = now
    if (isStored()) removeLastEdits([...lastEdits.keys(), ownLastEdits])
  }

  return {
    begun,
    keep,
    /** The writing without a server; undefined if this device does not have the draft. */
    async load(): Promise<LocalDraft | undefined> {
      const stored = await storedWriting(uid, courseId)
      if (!stored) return undefined
      storedBase = stored.base
      storedOwn = stored
      for (const { id } of stored.pending) mine.add(id)
      return begun(stored.base)
    },
    /** While a page is being left, IndexedDB may not finish. */
    keepLastEdits(): void {
      const now = writing()
      if (now && !isStored()) storeLastEdits(ownLastEdits, now, storedOwn, Date.now())
    },
  }
}
