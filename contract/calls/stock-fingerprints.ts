import { fingerprint } from '../text/fingerprint.ts'
import { errorCodes } from './error-codes.ts'

/** Of each error code with its stock message. The build writes them out, since the browser has no messages. */
export const fingerprints = Object.entries(errorCodes).map(([code, [, message]]) => fingerprint(`${code} ${message}`))
