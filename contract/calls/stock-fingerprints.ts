import { fingerprint } from '../text/fingerprint.ts'
import { errorCodes } from './error-codes.ts'

/**
 * A fingerprint for each error code with its stock message. The build inserts them, because the browser has no
 * messages.
 */
export const fingerprints = Object.entries(errorCodes).map(([code, [, message]]) => fingerprint(`${code} ${message}`))
