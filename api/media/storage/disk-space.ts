import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../../../contract/calls/api-error.ts'

const MB = 1024 ** 2

/**
 * The free bytes below which films and pictures are refused: a gigabyte, or a twentieth of the disk if that is more.
 */
export function uploadsStopAt(totalBytes: number): number {
  return Math.max(1024 * MB, Math.round(totalBytes / 20))
}

/**
 * Throws if a disk lacks room for a film and for what is made of it. `coming`: the bytes of other films that are still
 * to arrive.
 */
export function requireSpaceForFilm(bytes: number, coming: number, { totalBytes, freeBytes }: DiskSpace): void {
  requireSpaceForUploads({ totalBytes, freeBytes: freeBytes - coming - 2 * bytes })
}

/** The free bytes below which recordings of learners are refused. It is much less than for uploads of authors. */
export const RECORDINGS_STOP_BYTES = 200 * MB

export type DiskSpace = { totalBytes: number; freeBytes: number }

export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize }
}

/** Throws a 503 on a disk with less room: a phone keeps what it wanted to send, and tries again. */
export function requireSpace({ freeBytes }: DiskSpace, leastBytes: number): void {
  if (freeBytes < leastBytes) throw new ApiError('unavailable', { retryAfter: 60 })
}

/** False if the disk has too little room for files of authors. Recordings of learners need less, so they go on. */
export function hasSpaceForUploads({ totalBytes, freeBytes }: DiskSpace): boolean {
  return freeBytes >= uploadsStopAt(totalBytes)
}

export function requireSpaceForUploads(room: DiskSpace): void {
  if (!hasSpaceForUploads(room)) throw new ApiError('courses/no-room', { retryAfter: 60 })
}

/** The bytes of all files below a folder, and of those that are newer than a time. */
export async function sizeOf(folder: string, since: number): Promise<{ bytes: number; newBytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sum = { bytes: 0, newBytes: 0 }
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
    sum.bytes += file?.size ?? 0
    if (file && file.mtimeMs >= since) sum.newBytes += file.size
  }
  return sum
}
