import { ApiError, isNetworkFailure } from '../../../contract/calls/api-error.ts'
import { type AtWork, draftChanges, editDraft, getDraft } from '../../../contract/organisation/drafts.ts'
import {
  type AppliedEdit,
  type Change,
  type Conflict,
  EDITS_AT_ONCE,
  type Edit,
  type EditResult,
} from '../../../contract/organisation/edits.ts'
import { call } from '../../api.ts'
import { createStore } from '../../create-store.ts'
import { openAuthorFiles } from './author-files.ts'
import { draftOnDevice } from './draft-on-device.ts'
import { type AuthorFile, removeSentOfOthers } from './draft-store.ts'
import {
  beginSending,
  nameFile,
  received,
  redo,
  replaced,
  sent,
  undo,
  type Writing,
  withoutEdit,
  withoutFile,
  withStoredFile,
  write,
} from './writing.ts'

/**
 * Where the text is stored. `offline`, `later`: on the device only, because there is no network, or the server is busy.
 * `stuck`: neither on the device nor at the server; the author has to copy it.
 */
export type SaveState = { is: 'saved' | 'saving' | 'offline' | 'later' | 'stuck' } | { is: 'refused'; error: ApiError }

export type OpenDraft = {
  /** Undefined until it is loaded. */
  writing: Writing | undefined
  /** Why it could not be loaded. */
  error: ApiError | undefined
  save: SaveState
  /** Edits that the server did not take. */
  refused: readonly EditResult[]
  conflicts: readonly Conflict[]
  atWork: readonly AtWork[]
}

const TO_DEVICE_MS = 150
const TO_SERVER_MS = 1500
const RETRY_MS = [2000, 4000, 8000, 16_000, 30_000]
const POLL_SECONDS = 20
const POLL_PAUSE_MS = 5000

type Where = { lesson?: string | undefined; page?: string | undefined }

/** A draft while its editor is open: stored on the device at once, and sent to the server when there is one. */
export function openDraft(uid: string, courseId: string) {
  const store = createStore<OpenDraft>({
    writing: undefined,
    error: undefined,
    save: { is: 'saving' },
    refused: [],
    conflicts: [],
    atWork: [],
  })
  const params = { id: courseId }
  const files = openAuthorFiles(uid, courseId)
  const closing = new AbortController()
  let where: Where = {}
  let toDevice: ReturnType<typeof setTimeout> | undefined
  let toServer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  let failures = 0
  let mostAtOnce = EDITS_AT_ONCE
  const device = draftOnDevice(uid, courseId, () => store.get().writing)

  const set = (news: Partial<OpenDraft>) => store.set({ ...store.get(), ...news })
  const options = () => ({ now: Date.now(), newId: () => crypto.randomUUID() })

  async function load(): Promise<void> {
    void removeSentOfOthers(uid).catch(() => {})
    await files.load()
    const writing = await device.load().catch(() => undefined)
    if (writing) set({ writing })
    await refresh()
  }

  /** Loads the whole draft from the server. Own edits stay. */
  async function refresh(): Promise<void> {
    try {
      const { data } = await call(getDraft, { params }, { signal: closing.signal })
      const { writing } = store.get()
      const { conflicts, atWork } = data
      set({ writing: writing ? replaced(writing, data) : device.begun(data), error: undefined, conflicts, atWork })
      changed()
    } catch (failure) {
      fail(failure)
    }
  }

  function edit(make: (writing: Writing) => Writing): void {
    const { writing } = store.get()
    if (!writing) return
    set({ writing: make(writing) })
    changed()
  }

  /** Something may have to be stored and sent. */
  function changed(): void {
    toDevice ??= setTimeout(keep, TO_DEVICE_MS)
    const isDone = store.get().writing?.pending.length === 0
    if (isDone) return void (store.get().save.is !== 'saved' && set({ save: { is: 'saved' } }))
    if (store.get().save.is === 'saved') set({ save: { is: 'saving' } })
    if (!isSending) toServer ??= setTimeout(send, TO_SERVER_MS)
  }

  async function keep(): Promise<void> {
    clearTimeout(toDevice)
    toDevice = undefined
    try {
      await device.keep()
      if (store.get().save.is === 'stuck') set({ save: { is: 'later' } })
    } catch {
      if (['offline', 'later'].includes(store.get().save.is)) set({ save: { is: 'stuck' } })
    }
  }

  async function send(): Promise<void> {
    clearTimeout(toServer)
    toServer = undefined
    const { writing } = store.get()
    if (!writing || isSending || writing.pending.length === 0 || closing.signal.aborted) return
    isSending = true
    let edits: readonly Edit[] = []
    try {
      await sendFirstFile(writing.pending[0])
      const ready = store.get().writing ?? writing
      const begun = beginSending(ready, files.readyEdits(ready.pending, mostAtOnce))
      set({ writing: begun.writing })
      edits = begun.edits
      if (edits.length === 0) return
      const since = begun.writing.base.revision
      const { data } = await call(editDraft, { params, body: { since, edits: [...edits] } })
      failures = 0
      mostAtOnce = EDITS_AT_ONCE
      edit(before => sent(before, data))
      const refused = data.results.filter(({ outcome }) => outcome === 'refused')
      if (refused.length > 0) set({ refused: [...store.get().refused, ...refused] })
      if (
        edits.some(({ change: { op } }) => op === 'text' || op === 'file') ||
        data.isOutdated ||
        data.results.some(({ outcome }) => outcome !== 'done') ||
        !isSimple(data.others)
      )
        await refresh()
    } catch (failure) {
      if (isTooLarge(failure) && edits.length > 0) return sendLess(edits)
      fail(failure)
      retry(failure)
    } finally {
      isSending = false
      changed()
    }
  }

  /** The server does not take so much at once: sends single edits. An edit that is too large by itself is refused. */
  function sendLess([first, ...others]: readonly Edit[]): void {
    mostAtOnce = 1
    if (!first || others.length > 0) return
    edit(before => withoutEdit(before, first.id))
    set({ refused: [...store.get().refused, { id: first.id, outcome: 'refused', reason: 'too-large' }] })
  }

  /** Sends a file before the edit that names it. If the server refuses it, the edit does not name it. */
  async function sendFirstFile(first: Edit | undefined): Promise<void> {
    if (first?.change.op !== 'file' || first.change.to === null) return
    const digest = first.change.to
    try {
      const sent = await files.send(first)
      if (sent) edit(before => withStoredFile(before, sent.brought, sent.stored))
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== 'courses/bad-file') throw failure
      files.refuse(digest, failure)
      edit(before => withoutFile(before, digest))
    }
  }

  function retry(failure: unknown): void {
    const wait = failure instanceof ApiError && failure.retryAfter ? failure.retryAfter * 1000 : 0
    const pause = Math.max(wait, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0)
    failures++
    clearTimeout(toServer)
    toServer = setTimeout(send, pause)
  }

  function fail(failure: unknown): void {
    if (closing.signal.aborted) return
    const error = failure instanceof ApiError ? failure : new ApiError('internal')
    const save = saveStateAfter(error)
    // Another try without a network does not make room on the device.
    const isStuck = store.get().save.is === 'stuck' && save.is !== 'refused'
    set({ error, ...(isStuck ? {} : { save }) })
  }

  /** Long poll for the edits of others. It also tells them where this author is. */
  async function listen(): Promise<void> {
    let state = ''
    while (!closing.signal.aborted) {
      const { writing } = store.get()
      try {
        if (!writing || document.hidden || isSending) throw new Error('later')
        const { lesson, page } = where
        const since = String(writing.base.revision)
        const query = { since, state, ...(lesson ? { lesson } : {}), ...(page ? { page } : {}) }
        const headers = { Prefer: `wait=${POLL_SECONDS}` }
        const { data } = await call(
          draftChanges,
          { params, query: query as never },
          { signal: closing.signal, headers },
        )
        const { atWork, conflicts, edits, revision, isOutdated } = data
        state = data.state
        set({ atWork, conflicts })
        if (isOutdated || !isSimple(edits)) await refresh()
        else edit(before => received(before, revision, edits))
      } catch {
        await new Promise(resolve => setTimeout(resolve, POLL_PAUSE_MS))
      }
    }
  }

  function leave(): void {
    device.keepLastEdits()
    void keep()
  }
  const back = () => void (failures > 0 && send())
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', leave)
  addEventListener('online', back)
  const loaded = load()
  void loaded.then(listen)

  return {
    get: store.get,
    watch: store.watch,
    change: (...changes: readonly Change[]) => edit(writing => write(writing, changes, options())),
    uid,
    courseId,
    loaded,
    files,
    /** Calls when the draft is closed. */
    whenClosed: (end: () => void) => closing.signal.addEventListener('abort', end),
    /** Adds a file: names it at once, as `media/water.mp3`, and sends it before its name. */
    async bring(file: AuthorFile, name: string): Promise<void> {
      await files.add(file)
      const to = file.stored?.digest ?? file.digest
      edit(writing => nameFile(writing, { op: 'file', name, to }, options()))
    },
    undo: () => edit(writing => undo(writing, options())),
    redo: () => edit(writing => redo(writing, options())),
    refresh,
    /** Sends everything at once. Resolves when nothing is left, or when it cannot be sent. */
    async flush(): Promise<boolean> {
      for (let tries = 0; tries < 20 && store.get().writing?.pending.length; tries++) {
        await send()
        if (failures > 0) break
        if (isSending) await new Promise(resolve => setTimeout(resolve, 250))
      }
      return store.get().writing?.pending.length === 0
    },
    at(next: Where) {
      where = next
    },
    forgetRefused: () => set({ refused: [] }),
    close() {
      leave()
      closing.abort()
      clearTimeout(toServer)
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
      removeEventListener('online', back)
    },
  }
}

function isTooLarge(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'too-large'
}

function saveStateAfter(error: ApiError): SaveState {
  if (isNetworkFailure(error)) return { is: 'offline' }
  return error.status >= 500 || error.status === 429 ? { is: 'later' } : { is: 'refused', error }
}

/** Only the server knows what others restored or rewrote, and the size of a file. */
function isSimple(edits: readonly AppliedEdit[]): boolean {
  return edits.every(({ change: { op } }) => op !== 'restore' && op !== 'text' && op !== 'file')
}
