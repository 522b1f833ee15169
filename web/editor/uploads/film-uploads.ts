import type { UploadedFile } from '../../../contract/organisation/media/author-files.ts'
import { createStore } from '../../create-store.ts'
import { filmFingerprint } from './check-film.ts'
import { afterFailure, sendInOneTab } from './film-failure.ts'
import {
  type FilmOnItsWay,
  findFilmFile,
  removeFilm,
  type StoredFilm,
  saveFilmFile,
  storedFilms,
  storeFilm,
} from './film-store.ts'
import { endFilm, sendFilm } from './send-film.ts'

export type FilmUploads = ReturnType<typeof openFilmUploads>

const AT_ONCE = 2
/** A film that the server has completely. `file`: the chosen file, if it was chosen in this visit. */
export type SentFilm = { film: StoredFilm; stored: UploadedFile; file: Blob | undefined }

/** Sends the films of an open course in pieces, two films at a time. Each continues where it was interrupted. */
export function openFilmUploads(uid: string, courseId: string, onSent: (sent: SentFilm) => Promise<void>) {
  const store = createStore<ReadonlyMap<string, FilmOnItsWay>>(new Map())
  const files = new Map<string, Blob>()
  /** Ids of films whose file is a copy on this device. The copy is deleted once the film is sent. */
  const copies = new Set<string>()
  const running = new Map<string, AbortController>()
  const retries = new Map<string, ReturnType<typeof setTimeout>>()
  const failures = new Map<string, number>()
  let isClosed = false

  const get = (id: string) => store.get().get(id)

  function change(id: string, news: Partial<FilmOnItsWay>): FilmOnItsWay | undefined {
    const before = get(id)
    if (!before) return undefined
    const film = { ...before, ...news }
    store.set(new Map(store.get()).set(id, film))
    return film
  }

  async function keep(id: string, news: Partial<FilmOnItsWay>): Promise<void> {
    const film = change(id, news)
    if (!film) return
    const { is: _, bytesASecond: __, why: ___, ...stored } = film
    await storeFilm(stored).catch(() => {})
  }

  /** Begins to send films that can be sent, up to `AT_ONCE`. */
  function pump(): void {
    if (isClosed) return
    for (const { id, is, isPaused } of store.get().values())
      if (running.size < AT_ONCE && is === 'waiting' && !isPaused && files.has(id) && !running.has(id)) void send(id)
  }

  async function send(id: string): Promise<void> {
    const stopping = new AbortController()
    running.set(id, stopping)
    change(id, { is: 'sending' })
    try {
      await sendInOneTab(id, () => sendAll(id, stopping.signal))
    } catch (failure) {
      if (get(id)) handleFailure(id, failure, stopping.signal)
    } finally {
      running.delete(id)
      pump()
    }
  }

  async function sendAll(id: string, signal: AbortSignal): Promise<void> {
    const [film, file] = [get(id), files.get(id)]
    if (!film || !file) return
    const stored = await sendFilm({
      ...{ courseId, film, file, signal },
      onArrived: ({ id: uploadId, received }) => keep(id, { uploadId, received }),
      onProgress: progress => change(id, progress),
      onPieceSent: () => failures.delete(id),
    })
    const sentFilm = get(id)
    if (sentFilm) await onSent({ film: sentFilm, stored, file: copies.has(id) ? undefined : file })
    await removeUpload(id)
  }

  function handleFailure(id: string, failure: unknown, { aborted }: AbortSignal): void {
    if (aborted) return void change(id, { is: 'waiting' })
    const before = failures.get(id) ?? 0
    const { retryMs, ...next } = afterFailure(failure, before)
    if (next.is === 'needs-file') files.delete(id)
    if (next.is === 'offline') failures.set(id, before + 1)
    change(id, next)
    if (retryMs !== undefined) retryAfter(retryMs, id, next.is)
  }

  function retryAfter(ms: number, id: string, is: FilmOnItsWay['is']): void {
    clearTimeout(retries.get(id))
    const timer = setTimeout(() => {
      if (get(id)?.is === is) change(id, { is: 'waiting' })
      pump()
    }, ms)
    retries.set(id, timer)
  }

  async function removeUpload(id: string): Promise<void> {
    const rest = new Map(store.get())
    rest.delete(id)
    store.set(rest)
    files.delete(id)
    await removeFilm(id).catch(() => {})
  }

  async function load(): Promise<void> {
    const stored = await storedFilms(uid, courseId).catch(() => [])
    const known = await Promise.all(stored.map(async film => ({ film, file: await findFilmFile(film) })))
    const all = new Map(store.get())
    for (const { film, file } of known) {
      if (all.has(film.id)) continue
      if (file) files.set(film.id, file)
      if (file) copies.add(film.id)
      all.set(film.id, { ...film, is: file ? 'waiting' : 'needs-file', bytesASecond: 0 })
    }
    store.set(all)
    pump()
  }

  const sendOfflineFilms = () => {
    for (const { id, is } of store.get().values()) if (is === 'offline') change(id, { is: 'waiting' })
    pump()
  }
  addEventListener('online', sendOfflineFilms)
  const loaded = load()

  return {
    get: store.get,
    watch: store.watch,
    /** Resolves when the films of earlier visits are known. */
    loaded,

    async add(file: File, field: readonly string[], seconds: number): Promise<void> {
      const id = crypto.randomUUID()
      const stored: StoredFilm = {
        ...{ id, uid, courseId, field, seconds },
        ...{ name: file.name, bytes: file.size, print: await filmFingerprint(file) },
        ...{ received: 0, isPaused: false, begunAt: Date.now() },
      }
      files.set(id, file)
      store.set(new Map(store.get()).set(id, { ...stored, is: 'waiting', bytesASecond: 0 }))
      await storeFilm(stored).catch(() => {})
      void saveFilmFile(id, file).catch(() => {})
      pump()
    },

    /** Takes the file of a film that this browser no longer has. False if it is another file. */
    async chooseAgain(id: string, file: File): Promise<boolean> {
      const film = get(id)
      if (!film || (await filmFingerprint(file)) !== film.print) return false
      files.set(id, file)
      change(id, { is: 'waiting' })
      void saveFilmFile(id, file).catch(() => {})
      pump()
      return true
    },

    /** Gives the films of moved pages their new places. */
    follow(placeNow: (field: readonly string[]) => readonly string[] | undefined): void {
      for (const { id, field } of store.get().values()) {
        const now = placeNow(field)
        if (now && now !== field) void keep(id, { field: now })
      }
    },

    async pause(id: string, isPaused: boolean): Promise<void> {
      if (isPaused) running.get(id)?.abort()
      await keep(id, { isPaused, ...(isPaused ? {} : { is: files.has(id) ? 'waiting' : 'needs-file' }) })
      pump()
    },

    async remove(id: string): Promise<void> {
      running.get(id)?.abort()
      const { uploadId } = get(id) ?? {}
      await removeUpload(id)
      if (uploadId !== undefined) await endFilm(uploadId).catch(() => {})
    },

    close(): void {
      isClosed = true
      removeEventListener('online', sendOfflineFilms)
      for (const timer of retries.values()) clearTimeout(timer)
      for (const stopping of running.values()) stopping.abort()
    },
  }
}
