/** Stays free for answers and recordings: they matter more than lessons. */
const RESERVE_BYTES = 10_000_000

/** There is no room on this phone for this many bytes. */
export class NoSpaceError extends Error {}

const GIB = 1024 ** 3

/** Bytes that lessons may still take; undefined if the browser does not say. */
export async function freeSpace(): Promise<number | undefined> {
  try {
    return freeSpaceIn(await navigator.storage.estimate())
  } catch {
    return undefined
  }
}

export function freeSpaceIn({ quota, usage }: StorageEstimate): number | undefined {
  if (quota === undefined || usage === undefined) return undefined
  // Since 2025 Chromium says whole gibibytes, mostly ten, whatever the disk has, so that sites cannot recognise a phone
  // by its disk.
  if (quota > usage && (quota - usage) % GIB === 0) return undefined
  return Math.max(0, quota - usage - RESERVE_BYTES)
}

export async function ensureSpace(bytes: number): Promise<void> {
  const free = await freeSpace()
  if (free !== undefined && bytes > free) throw new NoSpaceError()
}

/**
 * Names of the errors when the quota of the site is used up, or the disk is full. For a full disk Chromium has three
 * names: an unknown error, an aborted transaction, and a cache that cannot be reached. No failure of the network has
 * these names. (A closed database has another name: `phoneDatabase` opens it again, and then reports what is wrong.)
 */
const STORAGE_FAILED = ['QuotaExceededError', 'UnknownError', 'AbortError', 'InvalidAccessError']

export function isOutOfSpace(reason: unknown): boolean {
  return reason instanceof NoSpaceError || STORAGE_FAILED.includes((reason as Error | undefined)?.name ?? '')
}
