import { CODE_LIFETIME_MS } from '../../../contract/identity.ts'
import type { PhoneLogin } from '../phone-login.ts'
import { dropPressKey } from './press-key.ts'

const STORED_AS = 'sbs.waitingCode'

/** What is needed to enter a code that was sent, and what somebody new typed beside it. Never the code itself, a token or a password. */
export type WaitingCode = Pick<
  PhoneLogin,
  'phone' | 'dialCode' | 'countryCode' | 'verificationId' | 'resendAt' | 'isNew' | 'codeExpiresAt' | 'isTooMany'
> &
  Partial<Pick<PhoneLogin, 'name' | 'usedEmail' | 'email'>> & {
    /** The person went back to the phone: the code is good, but its step is not where they are. */
    isLeft?: boolean
  }

/**
 * The code that this tab waits for, if it is still good. It survives a reload, and Android discarding the tab while the
 * person reads the SMS.
 */
export function waitingCode(): WaitingCode | undefined {
  try {
    const stored: WaitingCode | null = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null')
    if (stored && stored.codeExpiresAt > Date.now()) return stored
  } catch {
    // No storage, or not ours.
  }
  dropWaitingCode()
  return undefined
}

export function saveWaitingCode(waiting: WaitingCode): void {
  const { phone, dialCode, countryCode, verificationId, resendAt, isNew, codeExpiresAt, isTooMany, isLeft } = waiting
  const { name, usedEmail, email } = waiting
  const code = { phone, dialCode, countryCode, verificationId, resendAt, isNew, codeExpiresAt, isTooMany, isLeft }
  const stored = { ...code, name, usedEmail, email }
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(stored))
  } catch {
    // Without storage the step lasts as long as the page.
  }
}

/** Changes what is known of the code. One that is good no more stays away. */
export function amendWaitingCode(change: Partial<WaitingCode>): void {
  const waiting = waitingCode()
  if (waiting) saveWaitingCode({ ...waiting, ...change })
}

export function dropWaitingCode(): void {
  dropPressKey('confirmCode')
  try {
    sessionStorage.removeItem(STORED_AS)
  } catch {
    // Then there is nothing to drop.
  }
}

export function expiryOfCodeSentNow(): number {
  return Date.now() + CODE_LIFETIME_MS
}
