import type { Draft } from '../../../../contract/organisation/drafts.ts'
import { endedSessionUid, sessionEnding } from '../../../session.ts'
import { replaceBase } from '../rebase.ts'
import type { Unexpected } from '../unexpected.ts'
import { beginWriting, type LocalDraft } from '../writing.ts'
import { type OwnEdits, storedWriting, storeWriting } from './draft-store.ts'
import { keyForLastEdits, removeLastEdits, storedLastEdits, storeLastEdits, withLastEdits } from './last-edits.ts'

/** All changes within this time are stored together. */
const STORED_AFTER_MS = 150

type Options = {
  /** Returns the draft as it is now. */
  writing(): LocalDraft | undefined
  /** Outcomes that the author has not read yet. */
  unexpected(): readonly Unexpected[]
  /** Called after each attempt to store the draft. */
  tried(): void
}

export function draftOnDevice(uid: string, courseId: string, { writing, unexpected, tried }: Options) {
  let storedBase: Draft | undefined
  /** The author's own edits, as IndexedDB has them. */
  let storedOwn: OwnEdits | undefined
  /** Ids of all edits that were ever stored from here. */
  const mine = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAttempt = Promise.resolve()
  let hasRoom = true
  let isDiscarded = false
  const lastEdits = storedLastEdits(uid, courseId)
  const ownLastEdits = keyForLastEdits(uid, courseId)

  /** Begins the writing on a draft from the server, with all edits of the author that this device has. */
  function begun(base: Draft): LocalDraft {
    const fresh = beginWriting(base)
    const own = [...lastEdits.values()].reduce(withLastEdits, storedOwn ?? fresh)
    // Some edits may have reached the server in an earlier visit, so all count as being sent.
    return replaceBase({ ...fresh, ...own, sending: own.pending.length }, base)
  }

  function isStored(): boolean {
    const now = writing()
    return (['pending', 'undo', 'redo', 'removed'] as const).every(part => now?.[part] === storedOwn?.[part])
  }

  function storeNow(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    lastAttempt = attempt()
    return lastAttempt
  }

  async function attempt(): Promise<void> {
    hasRoom = await store().then(
      () => true,
      () => false,
    )
    tried()
  }

  /** Whether nothing may be stored any more, because it would bring back what was deleted. */
  function isOver(): boolean {
    return isDiscarded || (sessionEnding() === 'erased' && endedSessionUid() === uid)
  }

  async function store(): Promise<void> {
    const now = writing()
    if (!now || isOver()) return
    const own = { ...now, unexpected: unexpected() }
    for (const { id } of [...own.pending, ...own.unexpected]) mine.add(id)
    const base = now.base === storedBase ? undefined : now.base
    await storeWriting(uid, courseId, { own, mine, base })
    storedBase = now.base
    storedOwn = now
    if (isStored()) removeLastEdits([...lastEdits.keys(), ownLastEdits])
  }

  return {
    begun,
    storeNow,
    storeSoon(): void {
      timer ??= setTimeout(storeNow, STORED_AFTER_MS)
    },
    /** Resolves after the attempt to store the newest writing. */
    stored: (): Promise<void> => (timer ? storeNow() : lastAttempt),
    /** Whether the last attempt stored the writing. */
    hasRoom: (): boolean => hasRoom,
    /** Loads the writing and the unread outcomes without the server. Undefined if this device has no such draft. */
    async load(): Promise<{ writing: LocalDraft; unexpected: readonly Unexpected[] } | undefined> {
      const stored = await storedWriting(uid, courseId)
      if (!stored) return undefined
      storedBase = stored.base
      storedOwn = stored
      for (const { id } of [...stored.pending, ...stored.unexpected]) mine.add(id)
      return { writing: begun(stored.base), unexpected: stored.unexpected }
    },
    discard(): void {
      isDiscarded = true
      clearTimeout(timer)
    },
    /** Stores the last edits outside IndexedDB, which may not finish while a page is being left. */
    keepLastEdits(): void {
      const now = writing()
      if (now && !isStored() && !isOver()) storeLastEdits(ownLastEdits, now, storedOwn, Date.now())
    },
  }
}
