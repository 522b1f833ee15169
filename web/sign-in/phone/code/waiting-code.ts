import { CODE_LIFETIME_MS } from '../../../../contract/account.ts'
import { readStoredJson, type StorageArea, writeStored } from '../../../browser/stored.ts'
import { dropPressKey } from '../../provider/press-key.ts'
import type { WaitingCode } from '../phone-login.ts'

const STORED_AS = 'sbs.waitingCode'

const OF_THE_CODE = [
  'phone',
  'dialCode',
  'countryCode',
  'verificationId',
  'resendAt',
  'isNew',
  'codeExpiresAt',
  'isTooMany',
  'smsFailed',
  'isLeft',
]
const TYPED = ['name', 'usedEmail', 'email']

/**
 * The code that this tab waits for, if it is still valid. It survives a reload, and Android discarding the tab while
 * the person reads the SMS.
 */
export function waitingCode(): WaitingCode | undefined {
  const waiting = readFrom('sessionStorage')
  if (!waiting) writeStored(STORED_AS, undefined, 'sessionStorage')
  return waiting
}

/**
 * The last code of any tab of this browser, if it is still valid. Others may use this phone: it counts only for a
 * person who types the same number.
 */
export function lastSentCode(): WaitingCode | undefined {
  return readFrom('localStorage')
}

export function saveWaitingCode(waiting: WaitingCode): void {
  // Without storage the step ends with the page.
  writeStored(STORED_AS, JSON.stringify(waiting, [...OF_THE_CODE, ...TYPED]), 'sessionStorage')
  writeStored(STORED_AS, JSON.stringify(waiting, OF_THE_CODE))
}

/** Updates the stored code, unless it has expired. */
export function updateWaitingCode(change: Partial<WaitingCode>): void {
  const waiting = waitingCode()
  if (waiting) saveWaitingCode({ ...waiting, ...change })
}

export function deleteWaitingCode(): void {
  dropPressKey('confirmCode')
  writeStored(STORED_AS, undefined, 'sessionStorage')
  writeStored(STORED_AS, undefined)
}

export function expiryOfCodeSentNow(): number {
  return Date.now() + CODE_LIFETIME_MS
}

function readFrom(place: StorageArea): WaitingCode | undefined {
  const stored = readStoredJson<WaitingCode>(STORED_AS, place)
  const leftMs = (stored?.codeExpiresAt ?? 0) - Date.now()
  // If more time is left than a code has, the phone's clock was set back meanwhile. The server knows better.
  return leftMs > 0 && leftMs < 2 * CODE_LIFETIME_MS ? stored : undefined
}
