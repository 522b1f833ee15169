import { fingerprint } from '../text/fingerprint.ts'
import { fingerprints } from './stock-fingerprints.ts'

/** Codes of the organisation's own calls. The organisation's screens have texts for them, and learners load none. */
export const ORGANISATION_CODE = /^(people|courses|settings|team)\//

/** Whether a message is the stock message of its error code, and not one for a special case. */
export function isStockMessage(code: string, message: string): boolean {
  return ORGANISATION_CODE.test(code) || fingerprints.includes(fingerprint(`${code} ${message}`))
}
