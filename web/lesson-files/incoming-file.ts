import { SHARED_CACHE } from '../../contract/lesson-files/share-target.ts'
import { SHARED_FILE } from '../worker/shared-file.ts'

/** Takes the file that the phone's share sheet gave to the app. A second call finds none. */
export async function takeSharedFile(): Promise<Blob | undefined> {
  try {
    const response = await (await caches.open(SHARED_CACHE)).match(SHARED_FILE)
    const file = await response?.blob()
    await caches.delete(SHARED_CACHE)
    return file
  } catch {
    // A private window has no cache.
    return undefined
  }
}

type Launch = { files: readonly { getFile(): Promise<File> }[] }
type LaunchQueue = { setConsumer(consumer: (launch: Launch) => void): void }

/** Calls the listener with the file by which the installed app was opened. Only Chromium on computers has this. */
export function onLaunchedFile(listener: (file: File) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files: [first] }) => {
    first?.getFile().then(listener, reason => console.debug('No launched file', reason))
  })
}
