import type { Session } from '../../../contract/account.ts'
import type { Problem } from '../form/problem.ts'

/** All that the screen knows. What is not here cannot be seen. */
export type PhoneLogin = {
  /**
   * A phone, then its code. A code that was right is used up: then the e-mail address may still have to be linked, and at
   * last only the loading is to be done.
   */
  step: 'phone' | 'code' | 'linking' | 'loading'
  busy: 'sending' | 'resending' | 'loggingIn' | undefined
  /** As it stands in the field, though in Western digits; its dial code stands beside it. */
  phone: string
  /** Without plus; empty while nobody knows it. */
  dialCode: string
  countryCode: string
  /** Chosen for a person who chose none. */
  likelyCountry: string
  /** Numbers that what was typed can mean, with plus. The person says which one it is before a code is sent. */
  choices: string[]
  verificationId: string
  /** Epoch ms from which on another code may be sent. */
  resendAt: number
  /** Epoch ms; until then the code can be entered. */
  codeExpiresAt: number
  /** The step was found again, after a reload or by asking for a code while one is good. */
  isResumed: boolean
  /** The server sends no other code until `resendAt`. */
  isTooMany: boolean
  /** Nobody signed in with this phone yet: what follows is asked of nobody else. */
  isNew: boolean
  code: string
  name: string
  /** Whether they logged in by e-mail in the past; undefined until they say. */
  usedEmail: boolean | undefined
  email: string
  password: string
  /** Accepted by the server, kept by nobody yet. */
  session: Session | undefined
  problems: LoginProblem[]
}

/** What is needed to enter a code that was sent, and what somebody new typed beside it. Never the code itself, a token or a password. */
export type WaitingCode = Pick<
  PhoneLogin,
  'phone' | 'dialCode' | 'countryCode' | 'verificationId' | 'resendAt' | 'isNew' | 'codeExpiresAt' | 'isTooMany'
> &
  Partial<Pick<PhoneLogin, 'name' | 'usedEmail' | 'email'>> & {
    /** The person went back to the phone: the code is good, but its step is not where they are. */
    isLeft?: boolean
  }

export type LoginProblem = Problem<'country' | 'phone' | 'code' | 'email' | 'password'>

export type LoginEvent =
  | { type: 'country likely'; countryCode: string }
  | { type: 'country chosen'; countryCode: string }
  /** `digitsBehind` stand behind the cursor. */
  | { type: 'phone typed'; text: string; digitsBehind?: number }
  | { type: 'number confirmed'; number: string }
  | { type: 'code typed' | 'name typed' | 'email typed' | 'password typed'; text: string }
  | { type: 'past told'; usedEmail: boolean }
  | { type: 'submitted' | 'resend asked' | 'phone reopened' }
  | { type: 'code sent'; verificationId: string; resendAt: number; codeExpiresAt: number; isNew: boolean }
  | { type: 'code still good'; waiting: WaitingCode; isTooMany: boolean }
  | { type: 'resend refused'; resendAt: number }
  | { type: 'code accepted'; session: Session; isJoined: boolean }
  | { type: 'email linked'; session: Session }
  | { type: 'failed'; problem: LoginProblem }

/** Before a code was sent. */
export const unsent = {
  verificationId: '',
  resendAt: 0,
  codeExpiresAt: 0,
  isResumed: false,
  isTooMany: false,
  isNew: false,
  code: '',
  session: undefined,
  problems: [],
}
/** Before anything was asked of somebody new. */
export const nobody = { name: '', usedEmail: undefined, email: '', password: '' }

export const untouched: PhoneLogin = {
  ...unsent,
  ...nobody,
  step: 'phone',
  busy: undefined,
  phone: '',
  dialCode: '',
  countryCode: '',
  likelyCountry: '',
  choices: [],
}
