import { noteDownloads } from '../../media/has-downloads.ts'
import { type Download, inPhoneData } from '../../offline/phone-data.ts'
import { isOutOfSpace } from '../files/free-space.ts'
import { deleteFile, storedNames } from '../files/media-store.ts'
import { allDownloads, changeRows, noteChange, whileNoOtherTab } from './rows.ts'

type Key = [uid: string, lessonId: string]

/** A removal can be undone for this time. */
export const UNDO_MS = 10_000

/**
 * Removes the lessons from this phone; answers and progress stay. The removal can be undone for `UNDO_MS`. Returns
 * false on a phone that is too full to note the removal: then the lessons are deleted at once.
 */
export async function removeDownloads(uid: string, lessonIds: readonly string[], now = Date.now()): Promise<boolean> {
  try {
    await changeRows(uid, lessonIds, row => ({ ...row, removedAt: now }))
    return true
  } catch (reason) {
    if (!isOutOfSpace(reason)) throw reason
    await deleteDownloads(uid, lessonIds)
    return false
  }
}

export async function undoRemoval(uid: string, lessonIds: readonly string[]): Promise<void> {
  await changeRows(uid, lessonIds, ({ removedAt: _, ...row }) => row)
}

/**
 * Cancels downloads that are not complete, and deletes what has arrived of them. A lesson that was ready before stays
 * as it was, without the newer text.
 */
export async function cancelDownloads(uid: string, lessonIds: readonly string[]): Promise<void> {
  await deleteLessons(keysOf(uid, lessonIds), ({ readyAt }) => readyAt === undefined)
  await changeRows(uid, lessonIds, ({ next: _, ...row }) => ({ ...row, state: 'ready' }))
  await deleteUnneededMedia()
}

/** Deletes lessons and their saved texts at once. Nobody can undo it. */
export async function deleteDownloads(uid: string, lessonIds: readonly string[]): Promise<void> {
  await deleteLessons(keysOf(uid, lessonIds), () => true)
  await deleteUnneededMedia()
}

/** Deletes all downloads of a person who signs out here, or is erased. */
export async function deleteDownloadsOf(uid: string): Promise<void> {
  const rows = await allDownloads()
  await deleteDownloads(
    uid,
    rows.filter(row => row.uid === uid).map(({ lessonId }) => lessonId),
  )
}

/** Deletes lessons that were removed so long ago that the removal can no longer be undone. */
export async function deleteRemoved(now = Date.now()): Promise<void> {
  const isOver = ({ removedAt }: Download) => removedAt !== undefined && isPast(removedAt + UNDO_MS, now)
  const over = (await allDownloads()).filter(isOver)
  // `isOver` is asked again for each row, because a removal may have been undone meanwhile.
  await deleteLessons(
    over.map(({ uid, lessonId }) => [uid, lessonId]),
    isOver,
  )
  await deleteUnneededMedia()
}

/** Deletes each row for which `isOver` is true at that moment, with its text. Stores nothing: the phone may be full. */
async function deleteLessons(keys: readonly Key[], isOver: (row: Download) => boolean): Promise<void> {
  if (keys.length === 0) return
  await inPhoneData('readwrite', ['downloads', 'queries'], async transaction => {
    const store = transaction.objectStore('downloads')
    for (const [uid, lessonId] of keys) {
      const row = await store.get([uid, lessonId])
      if (!row || !isOver(row)) continue
      await store.delete([uid, lessonId])
      await transaction.objectStore('queries').delete(JSON.stringify(['lesson', uid, lessonId]))
    }
  })
  noteChange()
  noteDownloads((await allDownloads()).length > 0)
}

function keysOf(uid: string, lessonIds: readonly string[]): Key[] {
  return lessonIds.map(lessonId => [uid, lessonId])
}

/** Also true for a time far in the future: after a clock was set back, removed lessons must not stay for years. */
function isPast(time: number, now: number): boolean {
  return time <= now || time - now > UNDO_MS
}

/** Deletes the media that no lesson of anybody on this phone needs. */
export async function deleteUnneededMedia(): Promise<void> {
  await whileNoOtherTab(async () => {
    // Files are listed before rows: a row is always stored before its files.
    const names = await storedNames()
    const needed = neededMedia(await allDownloads())
    await Promise.all(names.filter(name => !needed.has(name)).map(deleteFile))
  })
}

function neededMedia(rows: readonly Pick<Download, 'media' | 'next'>[]): Set<string> {
  return new Set(rows.flatMap(({ media, next }) => [...media, ...(next?.media ?? [])]))
}
