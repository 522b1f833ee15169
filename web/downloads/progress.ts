import { createStore } from '../create-store.ts'

/** The lesson that is being downloaded, here or in another tab. */
export type Progress = {
  lessonId: string
  /** Bytes of it that are here. */
  bytes: number
  /** Bytes a second; 0 as long as that is not known. */
  speed: number
  /** The network or the server failed, or the phone's disk is full. The download goes on by itself. */
  waitsFor: 'network' | 'room' | undefined
}

const CHANNEL = 'sbs.download-progress'
const TELL_AFTER_MS = 250
/** After this time without news, the progress of another tab is hidden: that tab may have been closed. */
const OUTDATED_MS = 35_000
/** The same for a tab that waits: longer than the pause between two tries. */
const OUTDATED_WAITING_MS = 90_000

const store = createStore<Progress | undefined>(undefined)
export const downloadProgress = store.get
export const onDownloadProgress = store.watch

const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
let outdated: ReturnType<typeof setTimeout> | undefined
otherTabs?.addEventListener('message', ({ data }: MessageEvent<Progress | undefined>) => {
  clearTimeout(outdated)
  outdated = setTimeout(store.set, data?.waitsFor ? OUTDATED_WAITING_MS : OUTDATED_MS, undefined)
  store.set(data)
})

let toldAt = 0

/** Shows the progress in all tabs, at most four times a second: a download reports every piece that arrives. */
export function showProgress(progress: Progress | undefined): void {
  const now = performance.now()
  const before = store.get()
  const isNews = progress?.lessonId !== before?.lessonId || progress?.waitsFor !== before?.waitsFor
  if (!isNews && now - toldAt < TELL_AFTER_MS) return
  toldAt = now
  clearTimeout(outdated)
  store.set(progress)
  otherTabs?.postMessage(progress)
}
