import { fingerprint } from '../text/fingerprint.ts'
import { fingerprints } from './stock-fingerprints.ts'

/** Whether a message is the stock message of its error code, and not one for a special case. */
export function isStockMessage(code: string, message: string): boolean {
  return fingerprints.includes(fingerprint(`${code} ${message}`))
}
