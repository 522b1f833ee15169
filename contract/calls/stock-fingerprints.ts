import { fingerprint } from '../text/fingerprint.ts'
import { errorCodes } from './error-codes.ts'

/**
 * A fingerprint for each error code with its stock message. The build inserts them, because the browser has no
 * messages.
 */
export const fingerprints = fingerprintsOf(Object.entries(errorCodes))

export function fingerprintsOf(codes: (readonly [code: string, error: readonly [status: number, message: string]])[]) {
  return codes.map(([code, [, message]]) => fingerprint(`${code} ${message}`))
}
