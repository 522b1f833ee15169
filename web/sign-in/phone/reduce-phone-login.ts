import { CODE_LENGTH, NAME_LIMIT } from '../../../contract/account.ts'
import { toWesternDigits } from '../../i18n/digits.ts'
import { dialPlans } from '../../phone-numbers/dial-plans.ts'
import { readPhone } from '../../phone-numbers/read-phone.ts'
import { enterPhone, fullPhone } from './phone-entry.ts'
import {
  type LoginEvent,
  type LoginProblem,
  noCode,
  noNewPerson,
  type PersonEvent,
  type PhoneLogin,
  type WaitingCode,
} from './phone-login.ts'
import { problemsIn } from './phone-login-problems.ts'

export function reduce(login: PhoneLogin, event: LoginEvent): PhoneLogin {
  switch (event.type) {
    case 'country likely':
      return withLikelyCountry({ ...login, likelyCountry: event.countryCode })
    case 'code sent':
      return { ...login, ...noCode, ...sentBy(event), step: 'code', busy: undefined }
    case 'code still good':
      return { ...login, ...noCode, ...enteredBy(event.waiting), step: 'code', busy: undefined, isResumed: true }
    case 'resend refused':
      return { ...login, resendAt: event.resendAt, isTooMany: true, isResumed: false, problems: [], busy: undefined }
    case 'code accepted':
      return { ...login, session: event.session, step: event.isJoined || !login.email.trim() ? 'loading' : 'linking' }
    case 'email linked':
      return { ...login, session: event.session, step: 'loading' }
    case 'failed':
      return { ...login, problems: [event.problem], busy: undefined, ...withoutWrongCode(event.problem) }
    default:
      // During a request the fields do not change.
      return login.busy ? login : afterPerson(login, event)
  }
}

function afterPerson(login: PhoneLogin, event: PersonEvent): PhoneLogin {
  switch (event.type) {
    case 'country chosen':
      return withPhone(login, login.phone, event.countryCode)
    case 'phone typed':
      return withTyped(login, event.text, event.digitsBehind)
    case 'number confirmed':
      return { ...withNumber(login, event.number), busy: 'sending' }
    case 'phone reopened':
      return { ...login, ...noCode, ...noNewPerson, step: 'phone' }
    case 'code typed':
      return login.step === 'code' ? { ...withoutProblemAt(login, 'code'), code: codeIn(event.text) } : login
    case 'name typed':
      return { ...login, name: [...event.text].slice(0, NAME_LIMIT).join('') }
    case 'past answered':
      return { ...(event.usedEmail ? login : withEmail(login, '')), usedEmail: event.usedEmail }
    case 'email typed':
      return withEmail(login, event.text)
    case 'password typed':
      return login.step === 'loading' ? login : { ...withoutProblemAt(login, 'password'), password: event.text }
    case 'submitted':
      return submitted(login)
    case 'resend asked':
      return login.step === 'phone' ? login : { ...login, busy: 'resending', problems: [] }
  }
}

function withLikelyCountry(login: PhoneLogin): PhoneLogin {
  const isOpen = login.step === 'phone' && !login.busy && login.countryCode === ''
  const isKnown = dialPlans.has(login.likelyCountry)
  return isOpen && isKnown ? withPhone(login, login.phone, login.likelyCountry) : login
}

function withTyped(login: PhoneLogin, text: string, digitsBehind?: number): PhoneLogin {
  // An emptied field offers the choice of a country again; the dial code comes back with the first digit.
  if (text === '') return { ...withLikelyCountry(withPhone(login, '', '')), dialCode: '' }
  const { phone, countryCode } = enterPhone(text, login.countryCode, digitsBehind)
  return withPhone(login, phone, countryCode)
}

/** Another phone is another sign-in: no data of the first stays. */
function withPhone(login: PhoneLogin, phone: string, countryCode: string): PhoneLogin {
  const dialCode = phone.startsWith('+') ? '' : (dialPlans.get(countryCode)?.dialCode ?? '')
  return { ...login, ...noCode, ...noNewPerson, step: 'phone', phone, countryCode, dialCode, choices: [] }
}

/** Without an e-mail address there is no password. */
function withEmail(login: PhoneLogin, email: string): PhoneLogin {
  if (login.step === 'loading') return login
  if (email.trim() !== '') return { ...withoutProblemAt(login, 'email'), email }
  return { ...withoutProblemAt(withoutProblemAt(login, 'email'), 'password'), email: '', password: '' }
}

/** An error disappears once its field changes. */
function withoutProblemAt(login: PhoneLogin, field: LoginProblem['at']): PhoneLogin {
  return { ...login, problems: login.problems.filter(({ at }) => at !== field && at !== 'form') }
}

function codeIn(text: string): string {
  return toWesternDigits(text).replace(/\D/g, '').slice(0, CODE_LENGTH)
}

function submitted(login: PhoneLogin): PhoneLogin {
  const problems = problemsIn(login)
  if (problems.length > 0) return { ...login, problems, choices: [] }
  return login.step === 'phone' ? withPhoneRead(login) : { ...login, problems, busy: 'loggingIn' }
}

/** Continues with the number of the text, or asks which one is meant. */
function withPhoneRead(login: PhoneLogin): PhoneLogin {
  const { numbers, isSure } = readPhone(login.phone, login.countryCode)
  const choices = numbers.map(number => `+${number}`)
  const [number = ''] = choices
  // An unambiguous text stays as it was typed.
  if (isSure)
    return {
      ...(number === fullPhone(login) ? login : withNumber(login, number)),
      problems: [],
      choices: [],
      busy: 'sending',
    }
  return { ...login, problems: [], choices, busy: choices.length === 0 ? 'sending' : undefined }
}

function withNumber(login: PhoneLogin, number: string): PhoneLogin {
  const { phone, countryCode } = enterPhone(number, login.countryCode)
  return withPhone(login, phone, countryCode)
}

function sentBy({ type: _, ...code }: Extract<LoginEvent, { type: 'code sent' }>) {
  return code
}

function enteredBy(waiting: WaitingCode) {
  const { phone, dialCode, countryCode, verificationId, resendAt, codeExpiresAt, isNew } = waiting
  const { name = '', usedEmail, email = '', smsFailed = false, isTooMany } = waiting
  const code = { phone, dialCode, countryCode, verificationId, resendAt, codeExpiresAt, isNew, smsFailed, isTooMany }
  return { ...code, name, usedEmail, email }
}

/** A wrong code is removed to make room for the right one. */
function withoutWrongCode({ at }: LoginProblem): Partial<PhoneLogin> {
  return at === 'code' ? { code: '' } : {}
}
