import { uniquePhone } from '../../../../contract/account.ts'
import { ApiError, NETWORK_FAILED } from '../../../../contract/calls/api-error.ts'
import { callSignedOut } from '../../../api.ts'
import { loadSettings } from '../../../settings/settings.ts'
import { typedEarly } from '../../form/typed-early.ts'
import type { SentCode, SignInProvider } from '../../provider/identity-provider.ts'
import type { LoginEvent, PhoneLogin } from '../phone-login.ts'
import { reduce } from '../reduce-phone-login.ts'
import { expiryOfCodeSentNow, saveWaitingCode, waitingCode } from './waiting-code.ts'

/**
 * After these errors the code is invalid. 0318 is not one of them: the first screen could not be loaded, and the same
 * code signs in again.
 */
export const CODE_IS_GONE = ['code-expired', '0311', 'login-blocked']

/** A bot check that was used in a failed call is invalid: the next code needs another. */
export function resetCheckOf(provider: SignInProvider): void {
  provider.resetBotCheck()
  provider.prepare()
}

/** Epoch ms from which another code may be sent, if the error says so. */
export function resendAtOf(failure: unknown): number | undefined {
  if (!(failure instanceof ApiError) || !failure.code.endsWith('quota-exceeded') || !failure.retryAfter)
    return undefined
  return Date.now() + failure.retryAfter * 1000
}

/** A code was sent: from now on a reload leads back to it. */
export function sentNow(login: PhoneLogin, isNew: boolean, sent: SentCode): LoginEvent {
  const waiting = { isNew, smsFailed: false, ...sent, codeExpiresAt: expiryOfCodeSentNow() }
  saveWaitingCode({ ...login, ...waiting, isTooMany: false })
  return { type: 'code sent', ...waiting }
}

/** Continues with the code of this tab, otherwise with what was typed before the app was ready. */
export function initialLogin(login: PhoneLogin): PhoneLogin {
  const phone = typedEarly('phone')
  const waiting = phone === '' ? waitingCode() : undefined
  if (!waiting || waiting.isLeft) return reduce(login, { type: 'phone typed', text: phone })
  const found = reduce(login, { type: 'code still good', waiting, isTooMany: waiting.isTooMany })
  return reduce(found, { type: 'code typed', text: typedEarly('code') })
}

/** Whether no account has this phone. If the server cannot tell, the person counts as known. */
export async function isNewPhone(provider: SignInProvider, phone: string): Promise<boolean> {
  const headers = { 'x-bot-check': await provider.botCheckSolution() }
  try {
    return (await callSignedOut(uniquePhone, { query: { phone } }, { headers })).success
  } catch (error) {
    if (error instanceof ApiError && NEEDS_ATTENTION.includes(error.code)) throw error
    return false
  }
}

/** Whether the person can come in without an SMS. A new number has no mentor and no e-mail address yet. */
export async function hasOtherWays(isNew: boolean): Promise<boolean> {
  const { otherWays = [] } = await loadSettings()
  return isNew ? otherWays.includes('whatsapp') : otherWays.length > 0
}

const NEEDS_ATTENTION = [NETWORK_FAILED, 'auth/invalid-phone-number', 'auth/operation-not-allowed']
