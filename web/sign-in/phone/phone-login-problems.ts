import { readPhone } from '../../phone-numbers/read-phone.ts'
import { isEmailAddress } from '../form/email-address.ts'
import { required } from '../form/problems/required.ts'
import type { LoginProblem, PhoneLogin } from './phone-login.ts'

/** Everything that prevents sending the form. */
export function problemsIn(login: PhoneLogin): LoginProblem[] {
  switch (login.step) {
    case 'phone':
      return problemsOfPhone(login)
    case 'code':
      return [...required('code', login.code), ...problemsOfEmail(login)]
    case 'linking':
      return problemsOfEmail(login)
    case 'loading':
      return []
  }
}

/** The fields that errors of the provider belong to. */
export const fieldsOfErrors: Partial<Record<string, LoginProblem['at']>> = {
  'invalid-phone-number': 'phone',
  'operation-not-allowed': 'phone',
  'invalid-verification-code': 'code',
  'code-expired': 'code',
  'invalid-email': 'email',
  'email-already-in-use': 'email',
  'provider-already-linked': 'email',
  'wrong-password': 'password',
  'weak-password': 'password',
}

function problemsOfPhone({ phone, countryCode }: PhoneLogin): LoginProblem[] {
  const written = phone.trim()
  // The server decides about a number with a plus, because its dial code may be unknown here.
  if (written === '' || written.startsWith('+')) return required('phone', written)
  if (readPhone(written, countryCode).numbers.length > 0) return []
  return countryCode === '' ? required('country', '') : [{ at: 'phone', code: 'invalid-phone-number' }]
}

/** Leaving the e-mail address empty is allowed. */
function problemsOfEmail({ email, password }: PhoneLogin): LoginProblem[] {
  if (email.trim() === '') return []
  const wrong: LoginProblem[] = isEmailAddress(email) ? [] : [{ at: 'email', code: 'invalidEmail' }]
  return [...wrong, ...required('password', password)]
}
