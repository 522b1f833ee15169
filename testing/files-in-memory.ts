import { statfsSync } from 'node:fs'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Puts the temporary files of this process and its children into memory, if Linux has enough of it: tests write
 * thousands of small databases and folders, which need no disk. A `TMPDIR` that is set already stays.
 */
export function putFilesInMemory(): void {
  if (process.env.TMPDIR || process.platform !== 'linux') return
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize >= ENOUGH_BYTES) process.env.TMPDIR = MEMORY
  } catch {
    // There is no such folder, so the disk has to do.
  }
}
