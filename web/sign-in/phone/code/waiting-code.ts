import { CODE_LIFETIME_MS } from '../../../../contract/account.ts'
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
  const waiting = readFrom(() => sessionStorage)
  if (!waiting) dropFrom(() => sessionStorage)
  return waiting
}

/**
 * The last code of any tab of this browser, if it is still valid. Others may use this phone: it counts only for a
 * person who types the same number.
 */
export function lastSentCode(): WaitingCode | undefined {
  return readFrom(() => localStorage)
}

export function saveWaitingCode(waiting: WaitingCode): void {
  try {
    sessionStorage[STORED_AS] = JSON.stringify(waiting, [...OF_THE_CODE, ...TYPED])
    localStorage[STORED_AS] = JSON.stringify(waiting, OF_THE_CODE)
  } catch {
    // Without storage the step ends with the page.
  }
}

/** Updates the stored code, unless it has expired. */
export function updateWaitingCode(change: Partial<WaitingCode>): void {
  const waiting = waitingCode()
  if (waiting) saveWaitingCode({ ...waiting, ...change })
}

export function deleteWaitingCode(): void {
  dropFrom(() => sessionStorage)
  dropFrom(() => localStorage)
}

export function expiryOfCodeSentNow(): number {
  return Date.now() + CODE_LIFETIME_MS
}

function readFrom(storage: () => Storage): WaitingCode | undefined {
  try {
    const stored: WaitingCode | null = JSON.parse(storage()[STORED_AS] ?? 'null')
    if (stored && stored.codeExpiresAt > Date.now()) return stored
  } catch {
    // No storage, or another program's text.
  }
  return undefined
}

function dropFrom(storage: () => Storage): void {
  dropPressKey('confirmCode')
  try {
    storage().removeItem(STORED_AS)
  } catch {}
}
