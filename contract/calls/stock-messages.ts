import { fingerprint } from '../text/fingerprint.ts'
import { fingerprints } from './stock-fingerprints.ts'

/** Whether a message is the one that its code always has, and was not written for this very case. */
export function isStockMessage(code: string, message: string): boolean {
  return fingerprints.includes(fingerprint(`${code} ${message}`))
}
