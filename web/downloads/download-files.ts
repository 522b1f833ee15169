import { mediaOf } from '../../contract/lesson-media.ts'
import { getLesson } from '../../contract/lessons.ts'
import { mediaUrl } from '../../contract/media.ts'
import { call } from '../api.ts'
import { knownSettings } from '../settings/settings.ts'
import { FileGoneError, type FilePart, fetchFile } from './files/fetch-file.ts'
import { ensureSpace } from './files/free-space.ts'
import { mediaStore } from './files/media-store.ts'
import type { LessonProgress } from './lesson-progress.ts'
import { withOldPlan } from './rows/downloads.ts'
import { makeReady } from './rows/ready.ts'
import { changeRow, type Download, downloadsOf } from './rows/rows.ts'
import { allScreensSaved } from './saved-screens.ts'
import { fetchManifest } from './signed-manifest.ts'

/** A course can change during the download of a lesson, but hardly twice. */
const MAX_TRIES = 3

/** Downloads the files of a lesson, and makes it ready. Rejects with the reason if the download was cut. */
export async function downloadFiles(row: Download, signal: AbortSignal, progress: LessonProgress): Promise<void> {
  const gone = new Set<string>()
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const media = await plan(row, gone)
    if (!media) return
    await progress.begin(media)
    await ensureSpace(row.bytes - progress.bytes)
    const before = gone.size
    for (const name of media) await downloadFile(name, { signal, gone, progress })
    await allScreensSaved()
    signal.throwIfAborted()
    // The server no longer has a file. The lesson may have a newer text, which names other files.
    if (gone.size > before && tries === 1) await changeRow(row, withOldPlan)
    else if (gone.size === before && (await makeReady(row))) return void (await fetchManifest(row).catch(() => {}))
  }
  throw new Error('The files of a lesson change all the time')
}

/** The files of the lesson, as its newest text names them. Undefined if the lesson is no longer wanted. */
async function plan(row: Download, gone: ReadonlySet<string>): Promise<string[] | undefined> {
  const { uid, lessonId, films } = row
  const known = (await downloadsOf(uid)).find(one => one.lessonId === lessonId)
  if (!known) return undefined
  const isPlanned = known.next?.films === films && !known.next.isOld
  const content = isPlanned && known.next ? known.next.content : await loadText(lessonId)
  const media = mediaOf(content, films).filter(name => !gone.has(name))
  const changed = await changeRow(row, row => ({ ...row, next: { content, media, films } }))
  return changed && media
}

async function loadText(lessonId: string) {
  return (await call(getLesson, { params: { lessonId } })).data
}

type FileOptions = { signal: AbortSignal; gone: Set<string>; progress: LessonProgress }

async function downloadFile(name: string, { signal, gone, progress }: FileOptions): Promise<void> {
  if ((await mediaStore.sizeOf(name)) !== undefined) return
  const url = mediaUrl(knownSettings().mediaBase, name)
  if (url === undefined) return
  try {
    const onBytes = (bytes: number) => progress.show(name, bytes)
    const store = { ...mediaStore, addPart, finish }
    await fetchFile(name, store, { url, signal, onBytes, makeSure: ensureSpace })
  } catch (reason) {
    if (reason instanceof FileGoneError) {
      gone.add(name)
      return
    }
    throw reason
  }

  async function addPart(name: string, part: FilePart): Promise<void> {
    await mediaStore.addPart(name, part)
    progress.noteStored()
  }

  async function finish(name: string, blob: Blob): Promise<void> {
    await mediaStore.finish(name, blob)
    progress.noteStored()
  }
}
