import { ApiError } from '../../contract/calls/api-error.ts'
import { mediaOf } from '../../contract/lesson-media.ts'
import { getLesson } from '../../contract/lessons.ts'
import { mediaUrl } from '../../contract/media.ts'
import { call } from '../api.ts'
import { currentSession, onSessionChange } from '../session.ts'
import { knownSettings } from '../settings/settings.ts'
import {
  changeRow,
  type Download,
  deleteDownloads,
  deleteUnneededMedia,
  downloadsOf,
  makeReady,
  onDownloadsChange,
} from './downloads.ts'
import { FileGone, fetchFile, TryLater } from './fetch-file.ts'
import { mediaStore } from './media-store.ts'
import { showProgress } from './progress.ts'
import { isOutOfRoom, makeSureOfRoom } from './room.ts'
import { fetchManifest } from './signed-manifest.ts'

/** One tab at a time downloads. */
const LOCK = 'sbs.downloads'
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 60_000
/** A course can change during the download of a lesson, but hardly twice. */
const MOST_TRIES = 3

let isStarted = false
let isBusy = false
let pauseMs = FIRST_PAUSE_MS
let timer: ReturnType<typeof setTimeout> | undefined
/** Stops what is being downloaded. */
let current: { row: Download; stop: AbortController } | undefined

/** From now on this tab downloads what waits, whenever there is a network and no other tab does it. */
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
  pauseMs = FIRST_PAUSE_MS
  clearTimeout(timer)
  timer = undefined
  void work()
}

async function work(): Promise<void> {
  if (isBusy || timer !== undefined) return
  isBusy = true
  try {
    await (navigator.locks ? navigator.locks.request(LOCK, downloadAll) : downloadAll())
  } catch (reason) {
    // The phone's own storage does not answer.
    console.debug('Downloads wait', reason)
    wait(pauseMs)
  } finally {
    isBusy = false
  }
}

async function downloadAll(): Promise<void> {
  for (let row = await nextWaiting(); row; row = await nextWaiting()) {
    const outcome = await downloadLesson(row)
    if (outcome !== 'cut') pauseMs = FIRST_PAUSE_MS
    if (outcome === 'cut' || outcome === 'signed out') return
  }
  showProgress(undefined)
}

async function nextWaiting(): Promise<Download | undefined> {
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
  const progress = new LessonProgress(row)
  try {
    await downloadFiles(row, stop.signal, progress)
    await deleteUnneededMedia()
    return 'done'
  } catch (reason) {
    if (stop.signal.aborted) return 'stopped'
    if (isOutOfRoom(reason)) {
      // What it took is free for answers again.
      await changeRow(row, ({ next: _, ...row }) => ({ ...row, state: 'full' }))
      await deleteUnneededMedia()
      return 'full'
    }
    if (reason instanceof ApiError) {
      if (reason.status === 401) return 'signed out'
      if (reason.status === 403 || reason.status === 404) {
        // The lesson was withdrawn.
        await deleteDownloads(row.uid, [row.lessonId])
        return 'done'
      }
    }
    progress.isCut = true
    progress.show()
    wait(reason instanceof TryLater ? Math.max(pauseMs, reason.retryAfterMs) : pauseMs)
    return 'cut'
  } finally {
    current = undefined
  }
}

function wait(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    timer = undefined
    void work()
  }, ms)
  pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)
}

async function downloadFiles(row: Download, signal: AbortSignal, progress: LessonProgress): Promise<void> {
  const gone = new Set<string>()
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const media = await plan(row, gone)
    if (!media) return
    await progress.begin(media)
    await makeSureOfRoom(row.bytes - progress.bytes)
    const before = gone.size
    for (const name of media) await downloadFile(name, { signal, gone, progress })
    // The text may name other files now.
    if (gone.size > before && tries === 1) await changeRow(row, ({ next: _, ...row }) => row)
    else if (gone.size === before && (await makeReady(row))) return void (await fetchManifest(row).catch(() => {}))
  }
  throw new Error('The files of a lesson change all the time')
}

/** The files of the lesson, as its newest text names them. Undefined if the lesson is no longer wanted. */
async function plan(row: Download, gone: ReadonlySet<string>): Promise<string[] | undefined> {
  const { uid, lessonId, films } = row
  const known = (await downloadsOf(uid)).find(one => one.lessonId === lessonId)
  if (!known) return undefined
  const isPlanned = known.next?.films === films
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
    await fetchFile(name, mediaStore, { url, signal, onBytes, makeSure: makeSureOfRoom })
  } catch (reason) {
    if (reason instanceof FileGone) {
      gone.add(name)
      return
    }
    throw reason
  }
}

/** Counts the bytes of a lesson that are here, and how fast they come. */
class LessonProgress {
  readonly #lessonId: string
  readonly #sizes = new Map<string, number>()
  readonly #startedAt = performance.now()
  #bytesBefore: number | undefined
  isCut = false

  constructor({ lessonId }: Download) {
    this.#lessonId = lessonId
  }

  get bytes(): number {
    return [...this.#sizes.values()].reduce((sum, size) => sum + size, 0)
  }

  /** What earlier tries left. */
  async begin(media: readonly string[]): Promise<void> {
    for (const name of media) {
      const parts = (await mediaStore.sizeOf(name)) ?? (await mediaStore.parts(name)).map(({ blob }) => blob.size)
      this.#sizes.set(
        name,
        [parts].flat().reduce((sum, size) => sum + size, 0),
      )
    }
    this.#bytesBefore ??= this.bytes
    this.show()
  }

  show(name?: string, bytes = 0): void {
    if (name !== undefined) this.#sizes.set(name, bytes)
    const seconds = (performance.now() - this.#startedAt) / 1000
    const speed = seconds > 1 ? (this.bytes - (this.#bytesBefore ?? 0)) / seconds : 0
    showProgress({ lessonId: this.#lessonId, bytes: this.bytes, speed: Math.max(0, speed), isCut: this.isCut })
  }
}
