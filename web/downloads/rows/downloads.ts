import { noteDownloads } from '../../media/has-downloads.ts'
import { inPhoneData } from '../../offline/phone-data.ts'
import { allDownloads, changeRows, type Download, noteChange } from './rows.ts'

export type Wanted = Pick<Download, 'courseId' | 'lessonId' | 'title' | 'films' | 'bytes' | 'version'>

/** Puts lessons into the queue of downloads. A lesson that is here already is downloaded again for other films. */
export async function addDownloads(uid: string, wanted: readonly Wanted[], now = Date.now()): Promise<void> {
  await inPhoneData('readwrite', ['downloads'], async transaction => {
    const store = transaction.objectStore('downloads')
    for (const [index, one] of wanted.entries()) {
      const before = await store.get([uid, one.lessonId])
      const hasFilms = before?.readyAt !== undefined && before.films === one.films
      const isHere = hasFilms && before.version === one.version
      if (isHere && before.removedAt === undefined) continue
      const { removedAt: _, readyAt: __, ...rest } = before ? withOldPlan(before) : { media: [] }
      // With another choice of films than before, the lesson is not ready yet.
      const ready = hasFilms ? { readyAt: before.readyAt } : {}
      await store.put({ ...rest, ...ready, uid, ...one, state: isHere ? 'ready' : 'waiting', addedAt: now + index })
    }
  })
  noteDownloads(true)
  noteChange()
}

/**
 * Marks the plan of a running download as old: it is planned again from the newest text. Until then its row keeps the
 * names of its files, because files without a row are deleted, for example when another person removes a lesson.
 */
export function withOldPlan(row: Download): Download {
  return row.next ? { ...row, next: { ...row.next, isOld: true } } : row
}

export async function pauseDownloads(uid: string, lessonIds: readonly string[]): Promise<void> {
  await changeRows(uid, lessonIds, row => (row.state === 'ready' ? row : { ...row, state: 'paused' }))
}

/** Continues paused downloads, and those for which there was no room. */
export async function resumeDownloads(uid: string, lessonIds: readonly string[]): Promise<void> {
  await changeRows(uid, lessonIds, row => (row.state === 'ready' ? row : { ...row, state: 'waiting' }))
}

/** Moves the downloads of merged accounts to this account. */
export async function moveDownloads(formerUids: readonly string[], uid: string): Promise<void> {
  const former = (await allDownloads()).filter(row => formerUids.includes(row.uid))
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
  noteChange()
}
