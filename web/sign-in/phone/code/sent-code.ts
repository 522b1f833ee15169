import { typedEarly } from '../../form/typed-early.ts'
import type { SignInProvider } from '../../provider/identity-provider.ts'
import type { PhoneLogin } from '../phone-login.ts'
import { reduce } from '../reduce-phone-login.ts'
import { waitingCode } from './waiting-code.ts'

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

/** Continues with the code of this tab, otherwise with what was typed before the app was ready. */
export function initialLogin(login: PhoneLogin): PhoneLogin {
  const phone = typedEarly('phone')
  const waiting = phone === '' ? waitingCode() : undefined
  if (!waiting || waiting.isLeft) return reduce(login, { type: 'phone typed', text: phone })
  const found = reduce(login, { type: 'code still good', waiting })
  return reduce(found, { type: 'code typed', text: typedEarly('code') })
}
