import type { Films, LessonContent } from '../../contract/lesson-media.ts'
import { noteDownloads } from '../media/has-downloads.ts'
import { type Download, inPhoneData, queryRow } from '../offline/phone-data.ts'
import { deleteFile, mediaStore, storedNames } from './media-store.ts'

export type { Download } from '../offline/phone-data.ts'

/** One tab at a time looks which files are needed, or deletes those that are not. */
const LOCK = 'sbs.media'
const CHANNEL = 'sbs.downloads'
/** A removal can be undone for this time. */
export const UNDO_MS = 10_000

export type Wanted = Pick<Download, 'courseId' | 'lessonId' | 'title' | 'films' | 'bytes' | 'version'>

const listeners = new Set<() => void>()
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
otherTabs?.addEventListener('message', tellHere)

/** Called when a row changed, in this tab or another one. Returns how to stop. */
export function onDownloadsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Also those that are on their way, in the order of the queue; not those that were removed. */
export async function downloadsOf(uid: string): Promise<Download[]> {
  const rows = await inPhoneData('readonly', ['downloads'], transaction =>
    transaction.objectStore('downloads').index('uid').getAll(uid),
  )
  return rows.filter(row => row.removedAt === undefined).sort((one, other) => one.addedAt - other.addedAt)
}

/** Puts lessons into the queue of downloads. A lesson that is here already is downloaded again for other films. */
export async function addDownloads(uid: string, wanted: readonly Wanted[], now = Date.now()): Promise<void> {
  await inPhoneData('readwrite', ['downloads'], async transaction => {
    const store = transaction.objectStore('downloads')
    for (const [index, one] of wanted.entries()) {
      const before = await store.get([uid, one.lessonId])
      const isHere = before?.readyAt !== undefined && before.films === one.films && before.version === one.version
      if (isHere && before.removedAt === undefined) continue
      const { removedAt: _, next: __, ...rest } = before ?? { media: [] }
      await store.put({ ...rest, uid, ...one, state: isHere ? 'ready' : 'waiting', addedAt: now + index })
    }
  })
  noteDownloads(true)
  tell()
}

/** A file of a lesson that did not come from the server, as from a lesson file of another phone. */
export type GivenFile = { name: string; blob: Blob }

type Given = {
  content: LessonContent
  films: Films
  version: string
  /** The signed manifest that came with it. */
  manifest: string
}

/** Keeps a lesson whose media are all at hand. Rejects if there is no room for it; then nothing of it stays. */
export async function addGivenLesson(
  uid: string,
  { content, films, version, manifest }: Given,
  files: readonly GivenFile[],
  now = Date.now(),
): Promise<void> {
  const { id: lessonId, courseId, title } = content.lesson
  const before = await rowOf(uid, lessonId)
  // The row comes first: until then nothing would keep its files from being deleted.
  const row: Download = {
    ...(before ?? { media: [] }),
    ...{ uid, lessonId, courseId, title, films, version, bytes: 0, addedAt: now, state: 'paused', isGiven: true },
    next: { content, media: files.map(({ name }) => name), films },
    signed: { manifest, version },
  }
  delete row.removedAt
  await putRow(row)
  try {
    for (const { name, blob } of files)
      if ((await mediaStore.sizeOf(name)) === undefined) await mediaStore.finish(name, blob)
    if (!(await makeReady(row, now))) throw new Error('A file of the lesson is gone')
  } catch (reason) {
    await (before ? putRow(before) : deleteRows([[uid, lessonId]]))
    await deleteUnneededMedia()
    throw reason
  }
}

/** Deletes the lessons from this phone; answers and progress stay. For `UNDO_MS` it can be undone. */
export async function removeDownloads(uid: string, lessonIds: readonly string[], now = Date.now()): Promise<void> {
  await change(uid, lessonIds, row => ({ ...row, removedAt: now }))
}

export async function undoRemoval(uid: string, lessonIds: readonly string[]): Promise<void> {
  await change(uid, lessonIds, ({ removedAt: _, ...row }) => row)
}

export async function pauseDownloads(uid: string, lessonIds: readonly string[]): Promise<void> {
  await change(uid, lessonIds, row => (row.state === 'ready' ? row : { ...row, state: 'paused' }))
}

/** Also those for which there was no room. */
export async function resumeDownloads(uid: string, lessonIds: readonly string[]): Promise<void> {
  await change(uid, lessonIds, row => (row.state === 'ready' ? row : { ...row, state: 'waiting' }))
}

/**
 * Cancels what is not complete, and deletes what came of it. A lesson that was here before stays as it was, without the
 * newer text.
 */
export async function cancelDownloads(uid: string, lessonIds: readonly string[]): Promise<void> {
  await change(uid, lessonIds, ({ next: _, ...row }) => {
    if (row.state === 'ready') return row
    return row.readyAt === undefined ? { ...row, removedAt: 0 } : { ...row, state: 'ready' }
  })
  await deleteRemoved()
}

/** At once and for good, with the saved texts. */
export async function deleteDownloads(uid: string, lessonIds: readonly string[]): Promise<void> {
  await change(uid, lessonIds, row => ({ ...row, removedAt: 0 }))
  await deleteRemoved()
}

/** When a person signs out here, or is erased. */
export async function deleteDownloadsOf(uid: string): Promise<void> {
  const rows = await allRows()
  await deleteDownloads(
    uid,
    rows.filter(row => row.uid === uid).map(({ lessonId }) => lessonId),
  )
}

/** The lessons of accounts that this person merged into this one are theirs. */
export async function moveDownloads(formerUids: readonly string[], uid: string): Promise<void> {
  const former = (await allRows()).filter(row => formerUids.includes(row.uid))
  if (former.length === 0) return
  await inPhoneData('readwrite', ['downloads'], async transaction => {
    const store = transaction.objectStore('downloads')
    for (const row of former) {
      await store.delete([row.uid, row.lessonId])
      // The saved text went with the former account, so it is fetched again. The media are here.
      const { readyAt: _, ...rest } = row
      const moved: Download = { ...rest, uid, state: row.state === 'ready' ? 'waiting' : row.state }
      if (!(await store.get([uid, row.lessonId]))) await store.put(moved)
    }
  })
  tell()
}

/** Changes a row unless it is gone; returns it as it is then. */
export async function changeRow(
  { uid, lessonId }: Pick<Download, 'uid' | 'lessonId'>,
  by: (row: Download) => Download,
): Promise<Download | undefined> {
  const [row] = await change(uid, [lessonId], by)
  return row
}

/**
 * The lesson opens without a network from now on: its new text and the new list of media take the place of the old ones.
 * False if a file of it is not here.
 */
export async function makeReady({ uid, lessonId }: Download, now = Date.now()): Promise<boolean> {
  const isReady = await alone(async () => {
    const row = await rowOf(uid, lessonId)
    if (!row?.next) return true
    const { content, media, films } = row.next
    const sizes = await Promise.all(media.map(mediaStore.sizeOf))
    if (sizes.includes(undefined)) return false
    const textBytes = JSON.stringify(content).length
    const bytes = sizes.reduce((sum: number, size) => sum + (size ?? 0), textBytes)
    await inPhoneData('readwrite', ['downloads', 'queries'], async transaction => {
      const store = transaction.objectStore('downloads')
      const { next: _, ...rest } = (await store.get([uid, lessonId])) ?? row
      await store.put({ ...rest, state: 'ready', readyAt: now, media, films, bytes, title: content.lesson.title })
      await transaction.objectStore('queries').put(queryRow(['lesson', uid, lessonId], content))
    })
    return true
  })
  tell()
  return isReady
}

/** Deletes what was removed so long ago that it cannot be undone any more. */
export async function deleteRemoved(now = Date.now()): Promise<void> {
  const rows = await allRows()
  const isOver = ({ removedAt }: Download) => removedAt !== undefined && isPast(removedAt + UNDO_MS, now)
  const over = rows.filter(isOver)
  if (over.length > 0) {
    await inPhoneData('readwrite', ['downloads', 'queries'], async transaction => {
      for (const { uid, lessonId } of over) {
        const store = transaction.objectStore('downloads')
        const row = await store.get([uid, lessonId])
        // It was undone meanwhile.
        if (row?.removedAt === undefined) continue
        await store.delete([uid, lessonId])
        await transaction.objectStore('queries').delete(JSON.stringify(['lesson', uid, lessonId]))
      }
    })
    tell()
  }
  await deleteUnneededMedia()
  if (over.length > 0) noteDownloads((await allRows()).length > 0)
}

/** A clock that was set back must not keep for years what was removed. */
function isPast(time: number, now: number): boolean {
  return time <= now || time - now > UNDO_MS
}

/** Deletes the media that no lesson of anybody on this phone needs. */
export async function deleteUnneededMedia(): Promise<void> {
  await alone(async () => {
    // First the files: a row is always there before its files.
    const names = await storedNames()
    const needed = neededMedia(await allRows())
    await Promise.all(names.filter(name => !needed.has(name)).map(deleteFile))
  })
}

export function neededMedia(rows: readonly Pick<Download, 'media' | 'next'>[]): Set<string> {
  return new Set(rows.flatMap(({ media, next }) => [...media, ...(next?.media ?? [])]))
}

function allRows(): Promise<Download[]> {
  return inPhoneData('readonly', ['downloads'], transaction => transaction.objectStore('downloads').getAll())
}

function rowOf(uid: string, lessonId: string): Promise<Download | undefined> {
  return inPhoneData('readonly', ['downloads'], transaction =>
    transaction.objectStore('downloads').get([uid, lessonId]),
  )
}

async function putRow(row: Download): Promise<void> {
  await inPhoneData('readwrite', ['downloads'], transaction => transaction.objectStore('downloads').put(row))
  noteDownloads(true)
}

function deleteRows(keys: [string, string][]): Promise<void> {
  return inPhoneData('readwrite', ['downloads'], async transaction => {
    await Promise.all(keys.map(key => transaction.objectStore('downloads').delete(key)))
  })
}

async function change(
  uid: string,
  lessonIds: readonly string[],
  by: (row: Download) => Download,
): Promise<(Download | undefined)[]> {
  const changed = await inPhoneData('readwrite', ['downloads'], async transaction => {
    const store = transaction.objectStore('downloads')
    const rows: (Download | undefined)[] = []
    for (const lessonId of lessonIds) {
      const before = await store.get([uid, lessonId])
      const row = before && by(before)
      if (row) await store.put(row)
      rows.push(row)
    }
    return rows
  })
  tell()
  return changed
}

function alone<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work()
}

function tell(): void {
  tellHere()
  otherTabs?.postMessage('changed')
}

function tellHere(): void {
  for (const listener of listeners) listener()
}
