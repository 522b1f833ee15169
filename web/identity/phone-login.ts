import { CODE_LENGTH, NAME_LIMIT, type Session } from '../../contract/identity.ts'
import { toWesternDigits } from '../i18n/digits.ts'
import { dialPlans } from './dial-plans.ts'
import { enterPhone } from './phone-entry.ts'

/** All that the screen knows. What is not here cannot be seen. */
export type PhoneLogin = {
  /** A phone, then its code; a code that was right leaves only the loading to be done. */
  step: 'phone' | 'code' | 'loading'
  busy: 'sending' | 'resending' | 'loggingIn' | undefined
  /** As it stands in the field, though in Western digits; its dial code stands beside it. */
  phone: string
  /** Without plus; empty while nobody knows it. */
  dialCode: string
  countryCode: string
  /** Chosen for whoever chose none. */
  likelyCountry: string
  verificationId: string
  /** Epoch ms from which on another code may be sent. */
  resendAt: number
  /** Nobody signed in with this phone yet. */
  isNew: boolean
  code: string
  name: string
  /** Accepted by the server, kept by nobody yet. */
  session: Session | undefined
  error: LoginError | undefined
}

export type LoginError = {
  /** The field it belongs to, or the whole form. */
  at: 'country' | 'phone' | 'code' | 'form'
  /** `required`, `0311`, `0318`, or the server's own. */
  code: string
  /** The server's words, for a code that we have none for. */
  message?: string
}

export type LoginEvent =
  | { type: 'country likely' | 'country chosen'; countryCode: string }
  | { type: 'phone typed' | 'code typed' | 'name typed'; text: string }
  | { type: 'submitted' | 'resend asked' | 'phone reopened' }
  | { type: 'code sent'; verificationId: string; resendAt: number; isNew: boolean }
  | { type: 'code accepted'; session: Session }
  | { type: 'failed'; error: LoginError }

const unsent = {
  verificationId: '',
  resendAt: 0,
  isNew: false,
  code: '',
  name: '',
  session: undefined,
  error: undefined,
}

export const untouched: PhoneLogin = {
  ...unsent,
  step: 'phone',
  busy: undefined,
  phone: '',
  dialCode: '',
  countryCode: '',
  likelyCountry: '',
}

export function reduce(login: PhoneLogin, event: LoginEvent): PhoneLogin {
  switch (event.type) {
    case 'country likely':
      return withLikelyCountry({ ...login, likelyCountry: event.countryCode })
    // While something is under way, nothing of what it is about may change.
    case 'country chosen':
      return login.busy ? login : withPhone(login, login.phone, event.countryCode)
    case 'phone typed':
      return login.busy ? login : withTyped(login, toWesternDigits(event.text))
    case 'phone reopened':
      return login.busy ? login : { ...login, ...unsent, step: 'phone' }
    case 'code typed':
      return login.step === 'code' && !login.busy ? { ...login, code: codeIn(event.text), error: undefined } : login
    case 'name typed':
      return { ...login, name: event.text.slice(0, NAME_LIMIT) }
    case 'submitted':
      return login.busy ? login : submitted(login)
    case 'resend asked':
      return login.busy || login.step !== 'code' ? login : { ...login, busy: 'resending', error: undefined }
    case 'code sent':
      return { ...login, ...unsent, ...sentBy(event), name: login.name, step: 'code', busy: undefined }
    case 'code accepted':
      return { ...login, session: event.session, step: 'loading' }
    case 'failed':
      return { ...login, error: event.error, busy: undefined }
  }
}

function withLikelyCountry(login: PhoneLogin): PhoneLogin {
  const isOpen = login.step === 'phone' && !login.busy && login.countryCode === ''
  const isKnown = dialPlans.has(login.likelyCountry)
  return isOpen && isKnown ? withPhone(login, login.phone, login.likelyCountry) : login
}

function withTyped(login: PhoneLogin, text: string): PhoneLogin {
  // An emptied field opens the choice of a country again; the dial code comes back with the first digit.
  if (text === '') return { ...withLikelyCountry(withPhone(login, '', '')), dialCode: '' }
  const { phone, countryCode } = enterPhone(text, login.countryCode)
  return withPhone(login, phone, countryCode)
}

/** Another phone is another sign-in: nothing that belonged to the one before may stay. */
function withPhone(login: PhoneLogin, phone: string, countryCode: string): PhoneLogin {
  const dialCode = phone.startsWith('+') ? '' : (dialPlans.get(countryCode)?.dialCode ?? '')
  return { ...login, ...unsent, step: 'phone', phone, countryCode, dialCode }
}

function codeIn(text: string): string {
  return toWesternDigits(text).replace(/\D/g, '').slice(0, CODE_LENGTH)
}

function submitted(login: PhoneLogin): PhoneLogin {
  const at = missingIn(login)
  if (at) return { ...login, error: { at, code: 'required' } }
  return { ...login, error: undefined, busy: login.step === 'phone' ? 'sending' : 'loggingIn' }
}

function missingIn({ step, phone, countryCode, code }: PhoneLogin): 'phone' | 'country' | 'code' | undefined {
  if (step === 'code') return code === '' ? 'code' : undefined
  if (phone.trim() === '') return 'phone'
  const namesCountry = phone.trim().startsWith('+')
  return namesCountry || countryCode !== '' ? undefined : 'country'
}

function sentBy({ verificationId, resendAt, isNew }: Extract<LoginEvent, { type: 'code sent' }>) {
  return { verificationId, resendAt, isNew }
}
