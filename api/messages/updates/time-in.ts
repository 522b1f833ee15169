import { ApiError } from '../../../contract/calls/api-error.ts'

/** An earlier time has no year of four digits. */
const FIRST_TIME = Date.parse('0000-01-01T00:00:00.000Z')
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

/** Epoch ms. The schema allows texts that are no time, such as one with the offset `+05`. */
export function timeIn(iso: string, name: string): number
export function timeIn(iso: string | undefined, name: string): number | undefined
export function timeIn(iso: string | undefined, name: string): number | undefined {
  if (iso === undefined) return undefined
  const time = Date.parse(iso)
  if (!(time >= FIRST_TIME && time <= LAST_TIME)) throw new ApiError('bad-request', { message: `${name}: is no time` })
  return time
}
