import type { DBSchema } from 'idb'
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
  /** At the server; undefined as long as the server has not heard of it. */
  uploadId?: string | undefined
  received: number
  isPaused: boolean
  begunAt: number
}

interface Schema extends DBSchema {
  films: { key: string; value: StoredFilm }
}

const inFilms = phoneDatabase<Schema>('step-by-step-films', 1, db => {
  db.createObjectStore('films', { keyPath: 'id' })
})

/** The server has forgotten it long before. */
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

/** Deletes the films on their way of this author, or of one draft of theirs. */
export async function removeFilmsOf(uid: string, courseId?: string): Promise<void> {
  const all = await inFilms('readonly', ['films'], transaction => transaction.objectStore('films').getAll())
  for (const film of all)
    if (film.uid === uid && film.courseId === (courseId ?? film.courseId)) await removeFilm(film.id)
}

/**
 * Copies the file itself, so that it is still there after the tab was closed. Where the browser has no place or no room
 * for it, its author is asked to choose it again.
 */
export async function saveFilmFile(id: string, file: Blob): Promise<void> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  if (quota - usage < file.size + SPARE_BYTES) return
  const handle = await (await folder()).getFileHandle(id, { create: true })
  await file.stream().pipeTo(await handle.createWritable())
}

/** The copy. Undefined if it is not there, or not whole. */
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
