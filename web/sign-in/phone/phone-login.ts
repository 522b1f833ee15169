import type { Session } from '../../../contract/account.ts'
import type { FormProblem } from '../form/problems/problem.ts'

/** The whole state of the screen. */
export type PhoneLogin = {
  /**
   * First a phone, then its code. A right code is used up: then the e-mail address may still have to be linked, and
   * finally only loading is left.
   */
  step: 'phone' | 'code' | 'linking' | 'loading'
  busy: 'sending' | 'resending' | 'loggingIn' | undefined
  /** The text of the field, in Western digits and without the dial code. */
  phone: string
  /** Without the plus sign; empty while it is unknown. */
  dialCode: string
  countryCode: string
  /** Used if the person chooses no country. */
  likelyCountry: string
  /** The possible numbers of the text, with plus. The person chooses one before a code is sent. */
  choices: string[]
  verificationId: string
  /** Epoch ms from which another code may be sent. */
  resendAt: number
  /** Epoch ms until which the code can be entered. */
  codeExpiresAt: number
  /** No SMS was sent: the person comes in by another way. */
  smsFailed: boolean
  /** The step was restored, by a reload or because the person asked for a code while an earlier one is valid. */
  isResumed: boolean
  /** The server sends no other code until `resendAt`. */
  isTooMany: boolean
  /** No account has this phone yet: a new person is asked for a name. */
  isNew: boolean
  code: string
  name: string
  /** Whether they signed in by e-mail in the past; undefined until they say. */
  usedEmail: boolean | undefined
  email: string
  password: string
  /** A session that the server has opened, but that is not stored yet. */
  session: Session | undefined
  problems: LoginProblem[]
}

/** The data for entering a sent code, and what a new person typed. Never the code itself, a token or a password. */
export type WaitingCode = Pick<
  PhoneLogin,
  'phone' | 'dialCode' | 'countryCode' | 'verificationId' | 'resendAt' | 'isNew' | 'codeExpiresAt' | 'isTooMany'
> &
  Partial<Pick<PhoneLogin, 'name' | 'usedEmail' | 'email' | 'smsFailed'>> & {
    /** The person went back to the phone: the code is valid, but they left its step. */
    isLeft?: boolean
  }

export type LoginProblem = FormProblem<'country' | 'phone' | 'code' | 'email' | 'password'>

export type LoginEvent = PersonEvent | LoadEvent

/** What the person does. */
export type PersonEvent =
  | { type: 'country chosen'; countryCode: string }
  /** `digitsBehind` is the number of digits after the cursor. */
  | { type: 'phone typed'; text: string; digitsBehind?: number }
  | { type: 'number confirmed'; number: string }
  | { type: 'code typed' | 'name typed' | 'email typed' | 'password typed'; text: string }
  | { type: 'past answered'; usedEmail: boolean }
  | { type: 'submitted' | 'resend asked' | 'phone reopened' }

/** The results of requests. */
type LoadEvent =
  | { type: 'country likely'; countryCode: string }
  | ({ type: 'code sent' } & Pick<PhoneLogin, 'verificationId' | 'resendAt' | 'codeExpiresAt' | 'isNew' | 'smsFailed'>)
  | { type: 'code still good'; waiting: WaitingCode }
  | { type: 'resend refused'; resendAt: number }
  | { type: 'code accepted'; session: Session; isJoined: boolean }
  | { type: 'email linked'; session: Session }
  | { type: 'failed'; problem: LoginProblem }

/** The fields before a code is sent. */
export const noCode = {
  verificationId: '',
  resendAt: 0,
  codeExpiresAt: 0,
  smsFailed: false,
  isResumed: false,
  isTooMany: false,
  isNew: false,
  code: '',
  session: undefined,
  problems: [],
}
/** The fields before a new person has typed anything. */
export const noNewPerson = { name: '', usedEmail: undefined, email: '', password: '' }

export const untouchedLogin: PhoneLogin = {
  ...noCode,
  ...noNewPerson,
  step: 'phone',
  busy: undefined,
  phone: '',
  dialCode: '',
  countryCode: '',
  likelyCountry: '',
  choices: [],
}
