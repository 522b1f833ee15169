import { useTranslations } from 'use-intl'
import { ApiError, NETWORK_FAILED } from '../../../../contract/calls/api-error.ts'
import { knownSettings } from '../../../settings/settings.ts'
import { useWaitInWords } from './wait-in-words.ts'

/** A mistake in the form, or an error of a call. */
export type FormProblem<Field extends string = string> = {
  /** Id of its field, or the whole form. */
  at: Field | 'form'
  /**
   * A key of `own`, or a provider's code without `auth/`. Empty if another field with the same mistake shows the
   * sentence.
   */
  code: string
  /** The provider's text, for a code without a text of ours. */
  message?: string
  /** Seconds until another try makes sense. */
  retryAfter?: number | undefined
}

/** The text at each place with a problem. */
export type ErrorTexts = { [at: string]: string | undefined }

const own = {
  required: 'required',
  invalidEmail: 'invalidEmail',
  emailInUse: 'emailInUse',
  bothRequired: 'bothRequired',
  // Numbers that people see and report: a session came without a uid, and the first screen could not be loaded.
  '0311': 'code0311',
  '0318': 'code0318',
  'too-many-codes': 'tooManyTries',
  'too-often': 'tooOften',
} as const
/** Texts that name the time of the next try, if the server sent it. */
const ownWithTime = {
  'quota-exceeded': 'tooManyCodesUntil',
  'too-many-codes': 'tooManyTriesUntil',
  'too-often': 'tooOftenUntil',
} as const
/**
 * The code of a session that ended during a long poll has the text of an expired token. Our own server's messages are
 * in English, for people who read raw replies, so its general codes have other texts.
 */
const alias: Partial<Record<string, string>> = {
  unauthorized: 'user-token-expired',
  'bad-request': 'internal',
  conflict: 'internal',
}
const ANY_KEY = 'FIREBASE_ERROR_network-request-failed'

/** The problem for an error of the provider, whose codes come with or without `auth/`. */
export function problemFrom<Field extends string>(
  failure: unknown,
  places: Partial<Record<string, Field>> = {},
): FormProblem<Field> {
  // Any other error is a chunk that could not be loaded.
  const { code, message, retryAfter } = failure instanceof ApiError ? failure : new ApiError(NETWORK_FAILED)
  const name = code.replace(/^auth\//, '')
  return { at: places[name] ?? 'form', code: name, message, retryAfter }
}

/**
 * The provider has one code for too many tries of a password and of anything else. This is for calls without a
 * password.
 */
export function tooManyAs(code: 'too-many-codes' | 'too-often') {
  return (failure: unknown): never => {
    if (!(failure instanceof ApiError) || !failure.code.endsWith('too-many-requests')) throw failure
    const { status, message, retryAfter } = failure
    throw new ApiError(code, { status, message, ...(retryAfter ? { retryAfter } : {}) })
  }
}

/** Our text for the code of each problem, otherwise the provider's. */
export function useErrorTexts(problems: FormProblem[]): ErrorTexts {
  const t = useTranslations()
  const waitInWords = useWaitInWords()
  function words({ code, message, retryAfter }: FormProblem): string {
    if (code === '') return ''
    if (code === 'weak-password' && knownSettings().passwordPolicy === 'strong') return t('login.error.weakPassword')
    if (retryAfter && Object.hasOwn(ownWithTime, code)) {
      return t(`login.error.${ownWithTime[code as keyof typeof ownWithTime]}`, { time: waitInWords(retryAfter) })
    }
    if (Object.hasOwn(own, code)) {
      const sentence = t(`login.error.${own[code as keyof typeof own]}`)
      // A number alone does not say that the network is missing, as behind the login page of a Wi-Fi network.
      return message === NETWORK_FAILED ? `${sentence}. ${t(ANY_KEY)}` : sentence
    }
    const key = `FIREBASE_ERROR_${alias[code] ?? code}` as typeof ANY_KEY
    if (!t.has(key)) return message || t(ANY_KEY)
    // The organisation may have written why: it stands below the server's own sentence.
    const reason = code === 'login-blocked' ? message?.split('\n')[1] : undefined
    return reason ? `${t(key)} ${reason}` : t(key)
  }
  return Object.fromEntries(problems.map(problem => [problem.at, words(problem)]))
}
