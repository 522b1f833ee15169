import { ApiError } from '../../../../contract/calls/api-error.ts'
import { typedEarly } from '../../form/typed-early.ts'
import type { IdentityProvider, SentCode } from '../../provider/provider.ts'
import type { LoginEvent, PhoneLogin } from '../phone-login.ts'
import { reduce } from '../reduce-phone-login.ts'
import { expiryOfCodeSentNow, saveWaitingCode, waitingCode } from './waiting-code.ts'

/** After these errors the code opens nothing more. After 0318 it still does: the same code repeats a lost sign-in. */
export const CODE_IS_GONE = ['code-expired', '0311', 'login-blocked']

/** A bot check that was refused with its call is worth nothing: the next code needs another. */
export function resetBotCheck(provider: IdentityProvider): void {
  provider.resetBotCheck()
  provider.prepare()
}

/** Epoch ms from which on another code may be sent, where that is what the server says. */
export function resendAtOf(failure: unknown): number | undefined {
  if (!(failure instanceof ApiError) || !failure.code.endsWith('quota-exceeded') || !failure.retryAfter)
    return undefined
  return Date.now() + failure.retryAfter * 1000
}

/** A code was sent: from now on a reload leads back to it. */
export function sentNow(login: PhoneLogin, isNew: boolean, sent: SentCode): LoginEvent {
  const waiting = { isNew, ...sent, codeExpiresAt: expiryOfCodeSentNow() }
  saveWaitingCode({ ...login, ...waiting, isTooMany: false })
  return { type: 'code sent', ...waiting }
}

/** Goes on with a code that is waited for, else with what was typed into the page before the app was here. */
export function begun(login: PhoneLogin): PhoneLogin {
  const phone = typedEarly('phone')
  const waiting = phone === '' ? waitingCode() : undefined
  if (!waiting || waiting.isLeft) return reduce(login, { type: 'phone typed', text: phone })
  const found = reduce(login, { type: 'code still good', waiting, isTooMany: waiting.isTooMany })
  return reduce(found, { type: 'code typed', text: typedEarly('code') })
}
