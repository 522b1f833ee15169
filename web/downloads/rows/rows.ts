import { inOneTab } from '../../browser/in-one-tab.ts'
import { createEvent } from '../../create-store.ts'
import { noteDownloads } from '../../media/has-downloads.ts'
import { type Download, inPhoneData } from '../../offline/phone-data.ts'

export type { Download } from '../../offline/phone-data.ts'

const LOCK = 'sbs.media'
const CHANNEL = 'sbs.downloads'

const [emitChange, watch] = createEvent()
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
otherTabs?.addEventListener('message', () => emitChange())
// Somebody cleared the storage of the browser.
addEventListener('storage', ({ key }) => key === null && emitChange())

/** Calls the listener when a row changed, in this tab or another one. Returns a function that stops it. */
export const onDownloadsChange = watch

/** All downloads of a person in the order of the queue, complete or not. Removed ones are left out. */
export async function downloadsOf(uid: string): Promise<Download[]> {
  const rows = await inPhoneData('readonly', ['downloads'], transaction =>
    transaction.objectStore('downloads').index('uid').getAll(uid),
  )
  return rows.filter(row => row.removedAt === undefined).sort((one, other) => one.addedAt - other.addedAt)
}

export function allDownloads(): Promise<Download[]> {
  return inPhoneData('readonly', ['downloads'], transaction => transaction.objectStore('downloads').getAll())
}

export function findDownload(uid: string, lessonId: string): Promise<Download | undefined> {
  return inPhoneData('readonly', ['downloads'], transaction =>
    transaction.objectStore('downloads').get([uid, lessonId]),
  )
}

export async function putRow(row: Download): Promise<void> {
  await inPhoneData('readwrite', ['downloads'], transaction => transaction.objectStore('downloads').put(row))
  noteDownloads(true)
}

export function deleteRows(keys: [string, string][]): Promise<void> {
  return inPhoneData('readwrite', ['downloads'], async transaction => {
    await Promise.all(keys.map(key => transaction.objectStore('downloads').delete(key)))
  })
}

/** Changes a row. Returns the changed row; undefined if there is none. */
export async function changeRow(
  { uid, lessonId }: Pick<Download, 'uid' | 'lessonId'>,
  by: (row: Download) => Download,
): Promise<Download | undefined> {
  const [row] = await changeRows(uid, [lessonId], by)
  return row
}

/** Changes several rows. Returns the changed rows in the order of the ids; undefined for an id without a row. */
export async function changeRows(
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
  noteChange()
  return changed
}

/** Runs the work alone: only one tab works on the files at a time. */
export function whileNoOtherTab<Result>(work: () => Promise<Result>): Promise<Result> {
  return inOneTab(LOCK, work)
}

/** Makes all tabs read the rows again. */
export function noteChange(): void {
  emitChange()
  otherTabs?.postMessage('changed')
}
