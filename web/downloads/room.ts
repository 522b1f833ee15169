/** Stays free for answers and recordings: they matter more than lessons. */
const RESERVE_BYTES = 10_000_000

/** There is no room on this phone for so many bytes. */
export class NoRoom extends Error {}

/** Bytes that lessons may still take; undefined if the browser does not say. */
export async function freeRoom(): Promise<number | undefined> {
  try {
    const { quota, usage } = await navigator.storage.estimate()
    if (quota === undefined || usage === undefined) return undefined
    return Math.max(0, quota - usage - RESERVE_BYTES)
  } catch {
    return undefined
  }
}

export async function makeSureOfRoom(bytes: number): Promise<void> {
  const free = await freeRoom()
  if (free !== undefined && bytes > free) throw new NoRoom()
}

export function isOutOfRoom(reason: unknown): boolean {
  return reason instanceof NoRoom || (reason instanceof Error && reason.name === 'QuotaExceededError')
}
