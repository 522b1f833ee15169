import { ApiError } from '../../contract/calls/api-error.ts'
import { inOneTab } from '../browser/in-one-tab.ts'
import { retryPause } from '../loading/retry-pause.ts'
import { currentSession, onSessionChange } from '../session.ts'
import { downloadFiles } from './download-files.ts'
import { TryLaterError } from './files/fetch-file.ts'
import { isOutOfSpace } from './files/free-space.ts'
import { LessonProgress } from './lesson-progress.ts'
import { downloadProgress, showProgress } from './progress.ts'
import { deleteDownloads, deleteUnneededMedia } from './rows/removal.ts'
import { changeRow, type Download, downloadsOf, onDownloadsChange } from './rows/rows.ts'

/** The tab that has this Web Lock downloads; the others wait. */
const LOCK = 'sbs.downloads'
const FIRST_PAUSE_MS = 5000

let isStarted = false
let isBusy = false
/** Whether something has changed since the queue was last read. */
let isChanged = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
/** The lesson that is being downloaded, and the controller that stops it. */
let current: { row: Download; stop: AbortController } | undefined

/** Makes this tab download what waits, whenever there is a network and no other tab does it. */
export function startDownloading(): void {
  if (isStarted) return
  isStarted = true
  onDownloadsChange(() => {
    void stopUnwanted()
    void work()
  })
  onSessionChange(() => {
    void stopUnwanted()
    void work()
  })
  addEventListener('online', tryAgain)
  void work()
}

function tryAgain(): void {
  failures = 0
  clearTimeout(timer)
  timer = undefined
  void work()
}

async function work(): Promise<void> {
  isChanged = true
  if (isBusy || timer !== undefined) return
  isBusy = true
  try {
    await inOneTab(LOCK, downloadAll)
  } catch (reason) {
    // The phone's own storage does not answer.
    console.debug('Downloads wait', reason)
    const known = downloadProgress() ?? { lessonId: '', bytes: 0 }
    if (isOutOfSpace(reason)) showProgress({ ...known, speed: 0, waitsFor: 'room' })
    wait()
  } finally {
    isBusy = false
  }
  // A lesson may have been added after the queue was found empty, while this tab still counted as busy.
  if (isChanged) void work()
}

async function downloadAll(): Promise<void> {
  for (let row = await nextWaiting(); row; row = await nextWaiting()) {
    const outcome = await downloadLesson(row)
    if (outcome !== 'cut') failures = 0
    if (outcome === 'cut' || outcome === 'signed out') return
  }
  showProgress(undefined)
}

async function nextWaiting(): Promise<Download | undefined> {
  isChanged = false
  const uid = currentSession()?.uid
  return uid ? (await downloadsOf(uid)).find(({ state }) => state === 'waiting') : undefined
}

async function stopUnwanted(): Promise<void> {
  if (!current) return
  const { row, stop } = current
  const isOwn = currentSession()?.uid === row.uid
  const rows = isOwn ? await downloadsOf(row.uid).catch(() => [row]) : []
  const now = rows.find(({ lessonId }) => lessonId === row.lessonId)
  if (now?.state !== 'waiting' || now.films !== row.films) stop.abort(new Stopped())
}

class Stopped extends Error {}

type Outcome = 'done' | 'stopped' | 'full' | 'cut' | 'signed out'

async function downloadLesson(row: Download): Promise<Outcome> {
  const stop = new AbortController()
  current = { row, stop }
  // Another person may have signed in while the row was read. The server would send that person's lesson.
  if (currentSession()?.uid !== row.uid) stop.abort(new Stopped())
  const progress = new LessonProgress(row, downloadProgress()?.waitsFor)
  try {
    stop.signal.throwIfAborted()
    await downloadFiles(row, stop.signal, progress)
    await deleteUnneededMedia()
    return 'done'
  } catch (reason) {
    if (stop.signal.aborted) return 'stopped'
    const isFull = isOutOfSpace(reason)
    if (isFull && (await giveBack(row))) return 'full'
    if (reason instanceof ApiError) {
      if (reason.status === 401) return 'signed out'
      if (reason.status === 403 || reason.status === 404) {
        // The lesson was withdrawn.
        await deleteDownloads(row.uid, [row.lessonId])
        return 'done'
      }
    }
    progress.waitsFor = isFull ? 'room' : 'network'
    progress.show()
    wait(reason instanceof TryLaterError ? reason.retryAfterMs : 0)
    return 'cut'
  } finally {
    current = undefined
  }
}

/**
 * Deletes what was downloaded of a lesson, so that answers have room. Returns false if the disk is so full that not
 * even this can be written.
 */
async function giveBack(row: Download): Promise<boolean> {
  try {
    await changeRow(row, ({ next: _, ...row }) => ({ ...row, state: 'full' }))
    await deleteUnneededMedia()
    return true
  } catch {
    return false
  }
}

function wait(leastMs = 0): void {
  failures += 1
  clearTimeout(timer)
  timer = setTimeout(
    () => {
      timer = undefined
      void work()
    },
    Math.max(leastMs, retryPause(failures, FIRST_PAUSE_MS)),
  )
}
