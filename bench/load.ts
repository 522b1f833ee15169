import type { Ask } from './connection.ts'
import { workApart } from './work-apart.ts'

/** Each lane is one connection that asks its questions in turn, for so many seconds or until so many are asked in all. */
export type Load = { origin: string; lanes: Ask[][]; seconds?: number; requests?: number }
export type Outcome = { perSecond: number; p99Ms: number; refused: number }

/** Asks as fast as the server answers. Throws when one answer was not 200: refusing is fast, but no merit. */
export async function load(wanted: Load): Promise<Outcome> {
  const outcome = await workApart<Outcome>(new URL('./load-process.ts', import.meta.url), wanted)
  if (outcome.refused > 0) throw new Error(`${outcome.refused} requests were refused`)
  return outcome
}
