import { LESSON_FILE_ENDING, LESSON_FILE_TYPE } from '../../contract/lesson-files/lesson-file.ts'

/** Whether this browser can give lesson files to other apps. */
export function canShareFiles(): boolean {
  const file = new File(['x'], `x${LESSON_FILE_ENDING}`, { type: LESSON_FILE_TYPE })
  try {
    return navigator.canShare?.({ files: [file] }) ?? false
  } catch {
    return false
  }
}

/** Refused: the last press was too many seconds ago, or the browser shares no such file after all. */
export type ShareOutcome = 'shared' | 'cancelled' | 'refused'

export async function shareFiles(files: File[]): Promise<ShareOutcome> {
  try {
    await navigator.share({ files })
    return 'shared'
  } catch (reason) {
    return (reason as Error).name === 'AbortError' ? 'cancelled' : 'refused'
  }
}

/** Puts the files among the downloads of this phone. */
export function saveAsDownloads(files: readonly File[]): void {
  for (const file of files) save(file)
}

function save(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // The browser has to read the file before its URL ends, and does not say when it has read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
