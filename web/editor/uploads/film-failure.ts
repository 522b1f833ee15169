import { ApiError, isTemporary } from '../../../contract/calls/api-error.ts'
import type { FilmOnItsWay } from './film-store.ts'

const RETRY_MS = [2000, 4000, 8000, 16_000, 30_000]
const NO_ROOM_MS = 60_000
/** How long a film waits if another tab sends it. */
const ELSEWHERE_MS = 10_000

class SentByOtherTab extends Error {}

type AfterFailure = Pick<FilmOnItsWay, 'is' | 'why'> & {
  /** The film is tried again after this time. */
  retryMs?: number
}

/** The state of a film that could not be sent. `before`: the number of failures since a piece was last sent. */
export function afterFailure(failure: unknown, before: number): AfterFailure {
  if (failure instanceof SentByOtherTab) return { is: 'waiting', retryMs: ELSEWHERE_MS }
  // The browser could not read the file.
  if (!(failure instanceof ApiError)) return { is: 'needs-file' }
  if (failure.code === 'courses/no-room') return { is: 'no-room', retryMs: NO_ROOM_MS }
  // A film also waits until somebody whose session has ended signs in again.
  if (!isTemporary(failure) && failure.status !== 401) return { is: 'refused', why: failure }
  const pause = RETRY_MS[Math.min(before, RETRY_MS.length - 1)] ?? 0
  return { is: 'offline', retryMs: Math.max(pause, (failure.retryAfter ?? 0) * 1000) }
}

/** Makes sure that two tabs with the same course do not both send a film. */
export async function sendInOneTab(id: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  await navigator.locks.request(`film ${id}`, { ifAvailable: true }, async lock => {
    if (!lock) throw new SentByOtherTab()
    await work()
  })
}
