import { fingerprint } from '../text/fingerprint.ts'
import { fingerprints } from './stock-fingerprints.ts'

/** Codes of the organisation's own calls. Its screens have their sentences, and learners do not load them. */
export const ORGANISATION_CODE = /^(people|courses|settings|team)\//

/** Whether a message is the stock message of its error code, and not one for a special case. */
export function isStockMessage(code: string, message: string): boolean {
  return ORGANISATION_CODE.test(code) || fingerprints.includes(fingerprint(`${code} ${message}`))
}
