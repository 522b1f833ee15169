import type { DBSchema } from 'idb'
import type { ApiError } from '../../../contract/calls/api-error.ts'
import { DAY } from '../../../contract/time.ts'
import { phoneDatabase } from '../../outbox/phone-database.ts'
import { noteFilms } from './has-films.ts'

/** A film that is on its way, as it is known on this device. */
export type StoredFilm = {
  id: string
  uid: string
  courseId: string
  /** The path of the page or answer that shows it. */
  field: readonly string[]
  name: string
  bytes: number
  seconds: number
  /** A digest that finds the same file when it is chosen again. */
  print: string
  /** The id of the upload at the server; undefined until the upload has begun. */
  uploadId?: string | undefined
  received: number
  isPaused: boolean
  begunAt: number
}

/**
 * - `waiting`: other films are sent first, or this film is paused.
 * - `offline`: the server cannot be reached now. The upload continues by itself.
 * - `needs-file`: this browser no longer has the file. Its author can choose it again.
 */
export type FilmOnItsWay = StoredFilm & {
  is: 'waiting' | 'sending' | 'offline' | 'needs-file' | 'no-room' | 'refused'
  bytesASecond: number
  /** Why the server refused the film, in the language of its author. */
  why?: ApiError
}

interface Schema extends DBSchema {
  films: { key: string; value: StoredFilm }
}

const inFilms = phoneDatabase<Schema>('step-by-step-films', 1, db => {
  db.createObjectStore('films', { keyPath: 'id' })
})

/** The server has removed an unfinished upload long before. */
const KEPT_MS = 30 * DAY
const FOLDER = 'films'
/** Room that a phone needs for itself. */
const SPARE_BYTES = 200_000_000

export async function storedFilms(uid: string, courseId: string): Promise<StoredFilm[]> {
  const all = await inFilms('readonly', ['films'], transaction => transaction.objectStore('films').getAll())
  const old = all.filter(({ begunAt }) => begunAt < Date.now() - KEPT_MS)
  for (const { id } of old) await removeFilm(id)
  return all.filter(film => film.uid === uid && film.courseId === courseId && !old.includes(film))
}

export async function storeFilm(film: StoredFilm): Promise<void> {
  noteFilms(true)
  await inFilms('readwrite', ['films'], transaction => transaction.objectStore('films').put(film))
}

export async function removeFilm(id: string): Promise<void> {
  await folder()
    .then(films => films.removeEntry(id))
    .catch(() => {})
  const left = await inFilms('readwrite', ['films'], async transaction => {
    await transaction.objectStore('films').delete(id)
    return transaction.objectStore('films').count()
  })
  if (left === 0) noteFilms(false)
}

/** Deletes this author's films that are on their way, or those of one draft. */
export async function removeFilmsOf(uid: string, courseId?: string): Promise<void> {
  const all = await inFilms('readonly', ['films'], transaction => transaction.objectStore('films').getAll())
  for (const film of all)
    if (film.uid === uid && film.courseId === (courseId ?? film.courseId)) await removeFilm(film.id)
}

/**
 * Copies the file of a film, so that the upload can continue after the tab was closed. If the browser has no room for
 * the copy, the author is asked to choose the file again.
 */
export async function saveFilmFile(id: string, file: Blob): Promise<void> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  if (quota - usage < file.size + SPARE_BYTES) return
  const handle = await (await folder()).getFileHandle(id, { create: true })
  await file.stream().pipeTo(await handle.createWritable())
}

/** The copy of a film's file. Undefined if there is none, or if it is not whole. */
export async function findFilmFile({ id, bytes }: StoredFilm): Promise<Blob | undefined> {
  try {
    const file = await (await (await folder()).getFileHandle(id)).getFile()
    return file.size === bytes ? file : undefined
  } catch {
    return undefined
  }
}

async function folder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(FOLDER, { create: true })
}
