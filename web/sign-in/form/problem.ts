import { useTranslations } from 'use-intl'
import { ApiError, NETWORK_FAILED } from '../../../contract/calls/api-error.ts'
import { knownSettings } from '../../settings/settings.ts'
import { useWaitInWords } from './wait-in-words.ts'

/** Something that is wrong with what was filled in, or that failed. */
export type Problem<Field extends string = string> = {
  /** Id of the field it belongs to, or the whole form. */
  at: Field | 'form'
  /** One of `own`, or the provider's, without `auth/`. Empty: the sentence stands at another field that is wrong, too. */
  code: string
  /** The provider's words, for a code that we have none for. */
  message?: string
  /** Seconds until another try makes sense. */
  retryAfter?: number | undefined
}

/** What to say, at each place where something is wrong. */
export type ErrorTexts = { [at: string]: string | undefined }

const own = {
  required: 'required',
  invalidEmail: 'invalidEmail',
  emailInUse: 'emailInUse',
  bothRequired: 'bothRequired',
  '0311': 'code0311',
  '0318': 'code0318',
  'too-many-codes': 'tooManyTries',
} as const
/** What can be said with the time until another try, where the server tells it. */
const ownWithTime = { 'quota-exceeded': 'tooManyCodesUntil', 'too-many-codes': 'tooManyTriesUntil' } as const
/** A session that ended while it was held. */
const alias: Partial<Record<string, string>> = { unauthorized: 'user-token-expired' }
const ANY_KEY = 'FIREBASE_ERROR_network-request-failed'

/** What failed, by the code of the provider, which comes with or without `auth/` before it. */
export function problemFrom<Field extends string>(
  failure: unknown,
  places: Partial<Record<string, Field>> = {},
): Problem<Field> {
  // What fails in another way is code that could not be fetched.
  const { code, message, retryAfter } = failure instanceof ApiError ? failure : new ApiError(NETWORK_FAILED)
  const name = code.replace(/^auth\//, '')
  return { at: places[name] ?? 'form', code: name, message, retryAfter }
}

/** Our words for the code of each problem, else the provider's. */
export function useErrorTexts(problems: Problem[]): ErrorTexts {
  const t = useTranslations()
  const waitInWords = useWaitInWords()
  function words({ code, message, retryAfter }: Problem): string {
    if (code === '') return ''
    if (code === 'weak-password' && knownSettings().passwordPolicy === 'strong') return t('login.error.weakPassword')
    if (retryAfter && Object.hasOwn(ownWithTime, code)) {
      return t(`login.error.${ownWithTime[code as keyof typeof ownWithTime]}`, { time: waitInWords(retryAfter) })
    }
    if (Object.hasOwn(own, code)) return t(`login.error.${own[code as keyof typeof own]}`)
    const key = `FIREBASE_ERROR_${alias[code] ?? code}` as typeof ANY_KEY
    return t.has(key) ? t(key) : message || t(ANY_KEY)
  }
  return Object.fromEntries(problems.map(problem => [problem.at, words(problem)]))
}
