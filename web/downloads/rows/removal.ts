import { noteDownloads } from '../../media/has-downloads.ts'
import { type Download, inPhoneData } from '../../offline/phone-data.ts'
import { deleteFile, storedNames } from '../files/media-store.ts'
import { allRows, changeRows, tell, whileNoOtherTab } from './rows.ts'

/** A removal can be undone for this time. */
export const UNDO_MS = 10_000

/** Deletes the lessons from this phone; answers and progress stay. For `UNDO_MS` it can be undone. */
export async function removeDownloads(uid: string, lessonIds: readonly string[], now = Date.now()): Promise<void> {
  await changeRows(uid, lessonIds, row => ({ ...row, removedAt: now }))
}

export async function undoRemoval(uid: string, lessonIds: readonly string[]): Promise<void> {
  await changeRows(uid, lessonIds, ({ removedAt: _, ...row }) => row)
}

/**
 * Cancels what is not complete, and deletes what came of it. A lesson that was here before stays as it was, without the
 * newer text.
 */
export async function cancelDownloads(uid: string, lessonIds: readonly string[]): Promise<void> {
  await changeRows(uid, lessonIds, ({ next: _, ...row }) => {
    if (row.state === 'ready') return row
    return row.readyAt === undefined ? { ...row, removedAt: 0 } : { ...row, state: 'ready' }
  })
  await deleteRemoved()
}

/** Deletes lessons and their saved texts at once. Nobody can undo it. */
export async function deleteDownloads(uid: string, lessonIds: readonly string[]): Promise<void> {
  await changeRows(uid, lessonIds, row => ({ ...row, removedAt: 0 }))
  await deleteRemoved()
}

/** Deletes all downloads of a person who signs out here, or is erased. */
export async function deleteDownloadsOf(uid: string): Promise<void> {
  const rows = await allRows()
  await deleteDownloads(
    uid,
    rows.filter(row => row.uid === uid).map(({ lessonId }) => lessonId),
  )
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
  await whileNoOtherTab(async () => {
    // Files are listed before rows: a row is always stored before its files.
    const names = await storedNames()
    const needed = neededMedia(await allRows())
    await Promise.all(names.filter(name => !needed.has(name)).map(deleteFile))
  })
}

function neededMedia(rows: readonly Pick<Download, 'media' | 'next'>[]): Set<string> {
  return new Set(rows.flatMap(({ media, next }) => [...media, ...(next?.media ?? [])]))
}
