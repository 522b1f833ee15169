import { ApiError } from '../../../contract/calls/api-error.ts'
import { type AtWork, getDraft } from '../../../contract/organisation/drafts.ts'
import type { Change, Conflict } from '../../../contract/organisation/edits.ts'
import { call } from '../../api.ts'
import { createStore } from '../../create-store.ts'
import { currentSession } from '../../session.ts'
import { changeByNews } from '../defer-while-typing.ts'
import { digestOf } from '../digest-of.ts'
import { unsavedFields } from '../unsaved-fields.ts'
import { watchLeaving } from '../watch-leaving.ts'
import { openAuthorFiles } from './author-files.ts'
import { editSender, isSimple } from './edit-sender.ts'
import { type AuthorPosition, type ChangesOfOthers, listenToOthers } from './listen-to-others.ts'
import { draftOnDevice } from './on-device/draft-on-device.ts'
import { type AuthorFile, removeSentOfOthers } from './on-device/draft-store.ts'
import { applyReceived, replaceBase } from './rebase.ts'
import { type SaveState, saveStateAfter, saveStateOnDevice } from './save-state.ts'
import { type Unexpected, undoneRemovals } from './unexpected.ts'
import { isSame, type LocalDraft, nameFile, redo, replaceText, undo, write } from './writing.ts'

export type OpenDraft = {
  /** Undefined until it is loaded. */
  writing: LocalDraft | undefined
  /** Why it could not be loaded. */
  error: ApiError | undefined
  save: SaveState
  /** Edits with another outcome than their author meant. */
  unexpected: readonly Unexpected[]
  conflicts: readonly Conflict[]
  atWork: readonly AtWork[]
}

export type OpenedDraft = ReturnType<typeof openDraft>

/** A draft while its editor is open: stored on the device at once, and sent to the server when there is one. */
export function openDraft(uid: string, courseId: string) {
  const store = createStore<OpenDraft>({
    writing: undefined,
    error: undefined,
    save: { is: 'saving' },
    unexpected: [],
    conflicts: [],
    atWork: [],
  })
  const set = (news: Partial<OpenDraft>) => store.set({ ...store.get(), ...news })
  const setNews = (news: Partial<OpenDraft>) => changeByNews(() => set(news))
  function addUnexpected(outcomes: readonly Unexpected[]): void {
    if (outcomes.length === 0) return
    setNews({ unexpected: [...store.get().unexpected, ...outcomes] })
    device.storeSoon()
  }
  const options = () => ({ now: Date.now(), newId: () => crypto.randomUUID() })
  const closing = new AbortController()
  const closed = closing.signal
  const files = openAuthorFiles(uid, courseId)
  const writing = () => store.get().writing
  const unexpected = () => store.get().unexpected
  const device = draftOnDevice(uid, courseId, { writing, unexpected, tried: correctSaveState })
  /** Edits are never sent in the name of somebody else who has signed in. */
  const isTheirs = () => currentSession()?.uid === uid
  const sender = editSender({
    uid,
    courseId,
    files,
    isTheirs,
    closed,
    writing,
    tell: addUnexpected,
    refresh,
    fail,
    edit: make => changeByNews(() => edit(make)),
    tried: () => changeByNews(storeAndSend),
  })
  const fields = unsavedFields()
  let where: AuthorPosition = {}

  async function load(): Promise<void> {
    void removeSentOfOthers(uid).catch(() => {})
    await files.load()
    const stored = await device.load().catch(() => undefined)
    if (stored) set(stored)
    await refresh()
  }

  /** Loads the whole draft from the server. Own edits stay. */
  async function refresh(): Promise<void> {
    try {
      const known = store.get().writing?.base.revision
      const { data } = await call(getDraft, { params: { id: courseId } }, { signal: closed })
      const { writing } = store.get()
      // Meanwhile the reply to an edit came with a newer revision. This draft would remove the words of that edit.
      if (writing && writing.base.revision !== known && writing.base.revision > data.revision) return refresh()
      const { conflicts, atWork } = data
      const news = { writing: writing ? replaceBase(writing, data) : device.begun(data), error: undefined }
      setNews({ ...news, ...changedLists(store.get(), { conflicts, atWork }) })
      changeByNews(storeAndSend)
    } catch (failure) {
      await fail(failure)
    }
  }

  function edit(make: (writing: LocalDraft) => LocalDraft): void {
    const { writing } = store.get()
    if (!writing) return
    const next = make(writing)
    if (next === writing) return
    set({ writing: next })
    storeAndSend()
  }

  /** Stores and sends what is new, if anything is. */
  function storeAndSend(): void {
    device.storeSoon()
    const isSaved = store.get().save.is === 'saved'
    if (isAllSent()) {
      if (!isSaved) set({ save: { is: 'saved' } })
      return
    }
    if (isSaved) set({ save: { is: 'saving' } })
    sender.sendSoon()
  }

  function isAllSent(): boolean {
    return writing()?.pending.length === 0
  }

  /** Corrects what the author reads about whether this device has stored the draft. */
  function correctSaveState(): void {
    const { save } = store.get()
    const now = saveStateOnDevice(onDevice(), save)
    if (now.is !== save.is) set({ save: now })
  }

  function onDevice() {
    return { hasText: device.hasRoom(), hasFiles: files.areStored(writing()?.pending ?? []) }
  }

  function isOnlyHere(): boolean {
    const { hasText, hasFiles } = onDevice()
    return !isAllSent() && !(hasText && hasFiles)
  }

  async function fail(failure: unknown): Promise<void> {
    if (!isAllSent()) {
      // The screen says that the text is kept on this device only once the device has stored it.
      await device.stored()
      // Meanwhile a later try has sent everything.
      if (isAllSent()) return
    }
    if (closed.aborted) return
    const error = failure instanceof ApiError ? failure : new ApiError('internal')
    const save = saveStateAfter(error)
    if (isAllSent()) setNews({ error, save })
    else await showUnsent(error, save)
  }

  /** Shows why edits could not be sent, and whether this device keeps them. */
  async function showUnsent(error: ApiError, save: SaveState): Promise<void> {
    setNews({ error, save: saveStateOnDevice(onDevice(), save) })
    await files.storeMissing(writing()?.pending ?? [])
    // The device may have room again: then the text is safe here, although there is still no network.
    if (!isAllSent()) set({ save: saveStateOnDevice(onDevice(), save) })
  }

  async function applyChangesOfOthers({
    atWork,
    conflicts,
    edits,
    revision,
    isOutdated,
  }: ChangesOfOthers): Promise<void> {
    const others = changedLists(store.get(), { atWork, conflicts })
    if (Object.keys(others).length > 0) setNews(others)
    addUnexpected(undoneRemovals(writing(), edits, uid))
    if (isOutdated || !isSimple(edits)) await refresh()
    else changeByNews(() => edit(before => applyReceived(before, revision, edits)))
  }

  function storeLastEdits(): void {
    device.keepLastEdits()
    void device.storeNow()
  }
  function end(): void {
    closing.abort()
    sender.stop()
  }
  const setLeaveWarning = watchLeaving({ closed, isOnlyHere, store: storeLastEdits })
  addEventListener('online', sender.tryAgain, { signal: closed })
  const loaded = load()
  const { areEditsOut } = sender
  void loaded.then(() =>
    listenToOthers({
      courseId,
      closed,
      writing,
      where: () => where,
      isTheirs,
      areEditsOut,
      hear: applyChangesOfOthers,
    }),
  )

  return {
    get: store.get,
    watch: store.watch,
    change: (...changes: readonly Change[]) => edit(writing => write(writing, changes, options())),
    uid,
    courseId,
    loaded,
    files,
    /** Replaces the text of a file, as one step. `before` is the text that its author saw. */
    async replaceText(name: string, before: { text: string; digest: string }, to: string): Promise<void> {
      const change = { op: 'text', name, from: before.digest, to } as const
      const undoes = { op: 'text', name, from: await digestOf(new Blob([to])), to: before.text } as const
      edit(writing => replaceText(writing, change, undoes, options()))
    },
    /** Calls `end` when the draft is closed, or at once if it is closed already. */
    whenClosed: (end: () => void) => (closed.aborted ? end() : closed.addEventListener('abort', end)),
    /** Adds a file. The draft has its name, such as `media/water.mp3`, at once. The file is sent before that edit. */
    async addFile(file: AuthorFile, name: string): Promise<void> {
      await files.add(file)
      const to = file.stored?.digest ?? file.digest
      edit(writing => nameFile(writing, { op: 'file', name, to }, options()))
      correctSaveState()
    },
    // Text that is typed and not in the draft yet is the last step, so it is saved first.
    undo: () => fields.saveBefore(() => edit(writing => undo(writing, options()))),
    redo: () => fields.saveBefore(() => edit(writing => redo(writing, options()))),
    addUnsaved: fields.add,
    saveFieldsBefore: fields.saveBefore,
    refresh,
    /** Sends everything at once. Resolves to true when nothing is left, to false when something cannot be sent. */
    async flush(): Promise<boolean> {
      await fields.save()
      return sender.flush()
    },
    isOnlyHere,
    setLeaveWarning,
    /** Where the author works, for the others. */
    setPosition(next: AuthorPosition) {
      where = next
    },
    /** Tells the author that a film has arrived although its page is gone. */
    reportFilmWithoutPage: (film: string) => addUnexpected([{ id: `film ${film}`, outcome: 'pageless', film }]),
    dismissUnexpected() {
      set({ unexpected: [] })
      void device.storeNow()
    },
    close() {
      storeLastEdits()
      end()
    },
    /** Closes the draft without storing it once more. */
    discard() {
      device.discard()
      end()
    },
  }
}

type Lists = Pick<OpenDraft, 'atWork' | 'conflicts'>

/** The lists that differ. The others stay the same objects, so the outline of a long course is not rendered again. */
function changedLists(before: Lists, after: Lists): Partial<Lists> {
  const changed = (['atWork', 'conflicts'] as const).filter(name => !isSame(before[name], after[name]))
  return Object.fromEntries(changed.map(name => [name, after[name]]))
}
