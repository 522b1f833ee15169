import type { PreparedRequest } from './connection.ts'
import { runInProcess } from './run-in-process.ts'

/**
 * Each client is one connection that sends its requests in turn, for some seconds or until a total number of requests.
 */
export type Load = { origin: string; lanes: PreparedRequest[][]; seconds?: number; requests?: number }
export type LoadResult = { perSecond: number; p99Ms: number; count: number; refused: number }

/**
 * How long a server works before it is measured. V8 optimizes code while it runs: a page log costs a third less after
 * this time than in the first seconds, and a server runs for weeks.
 */
export const WARM_UP_SECONDS = 15

/**
 * Sends requests as fast as the server answers. Throws if one status is not 200, because errors are fast and would look
 * good.
 */
export async function load(wanted: Load): Promise<LoadResult> {
  const outcome = await runInProcess<LoadResult>(new URL('./load-process.ts', import.meta.url), wanted)
  if (outcome.refused > 0) throw new Error(`${outcome.refused} requests were refused`)
  return outcome
}
