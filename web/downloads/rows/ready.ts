import type { Films, LessonContent } from '../../../contract/lesson-media.ts'
import { inPhoneData, queryRow } from '../../offline/phone-data.ts'
import { mediaStore } from '../files/media-store.ts'
import { deleteUnneededMedia } from './removal.ts'
import { type Download, deleteRows, findDownload, noteChange, putRow, whileNoOtherTab } from './rows.ts'

/** A file of a lesson that did not come from the server, as from a lesson file of another phone. */
export type GivenFile = { name: string; blob: Blob }

type GivenLesson = {
  content: LessonContent
  films: Films
  version: string
  /** The signed manifest that came with it. */
  manifest: string
}

/** Keeps a lesson whose media are all at hand. Rejects if there is no room for it; then nothing of it stays. */
export async function addGivenLesson(
  uid: string,
  { content, films, version, manifest }: GivenLesson,
  files: readonly GivenFile[],
  now = Date.now(),
): Promise<void> {
  const { id: lessonId, courseId, title } = content.lesson
  const before = await findDownload(uid, lessonId)
  // The row is stored before its files, because files without a row are deleted.
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

/**
 * Replaces the text and the list of media by the downloaded ones: the lesson now opens without a network. False if one
 * of its files is missing.
 */
export async function makeReady({ uid, lessonId }: Download, now = Date.now()): Promise<boolean> {
  const isReady = await whileNoOtherTab(async () => {
    const row = await findDownload(uid, lessonId)
    if (!row?.next) return true
    const { content, media, films } = row.next
    const sizes = await Promise.all(media.map(mediaStore.sizeOf))
    if (sizes.includes(undefined)) return false
    const textBytes = new TextEncoder().encode(JSON.stringify(content)).length
    const counted = sizes.reduce((sum: number, size) => sum + (size ?? 0), textBytes)
    await inPhoneData('readwrite', ['downloads', 'queries'], async transaction => {
      const store = transaction.objectStore('downloads')
      const { next: _, ...rest } = (await store.get([uid, lessonId])) ?? row
      const bytes = rest.bytes || counted
      await store.put({ ...rest, state: 'ready', readyAt: now, media, films, bytes, title: content.lesson.title })
      await transaction.objectStore('queries').put(queryRow(['lesson', uid, lessonId], content))
    })
    return true
  })
  noteChange()
  return isReady
}
