import { useTranslations } from 'use-intl'
import { NETWORK_FAILED, Refusal } from '../../contract/refusals.ts'
import type { LoginError } from './phone-login.ts'

/** What to say, at each place where something is wrong. */
export type LoginErrors = { [At in LoginError['at']]?: string }

const places: Record<string, LoginError['at']> = {
  'invalid-phone-number': 'phone',
  'invalid-verification-code': 'code',
  'code-expired': 'code',
}

/** What failed, by the code of the server, which comes with or without `auth/` before it. */
export function loginErrorFrom(failure: unknown): LoginError {
  // What fails in another way is code that could not be fetched.
  const { code, message } = failure instanceof Refusal ? failure : new Refusal(NETWORK_FAILED)
  const name = code.replace(/^auth\//, '')
  return { at: places[name] ?? 'form', code: name, message }
}

const own = { required: 'required', '0311': 'code0311', '0318': 'code0318' } as const
const ANY_KEY = 'FIREBASE_ERROR_network-request-failed'

/** Our words for the code of the error, else the server's. */
export function useLoginErrors(error: LoginError | undefined): LoginErrors {
  const t = useTranslations()
  if (!error) return {}
  const { at, code, message } = error
  if (Object.hasOwn(own, code)) return { [at]: t(`login.error.${own[code as keyof typeof own]}`) }
  const key = `FIREBASE_ERROR_${code}` as typeof ANY_KEY
  return { [at]: t.has(key) ? t(key) : message || t(ANY_KEY) }
}
