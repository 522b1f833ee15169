import { startTransition } from 'react'
import { uniquePhone } from '../../../../contract/account.ts'
import { ApiError, NETWORK_FAILED } from '../../../../contract/calls/api-error.ts'
import type { Language } from '../../../../contract/languages.ts'
import { callSignedOut } from '../../../api.ts'
import { loadSettings } from '../../../settings/settings.ts'
import { abandon } from '../../complete-sign-in.ts'
import { tooManyAs } from '../../form/problems/problem.ts'
import type { SentCode, SignInProvider } from '../../provider/identity-provider.ts'
import { identityProvider } from '../../provider/provider.ts'
import { fullPhone } from '../phone-entry.ts'
import type { LoginEvent, PhoneLogin, WaitingCode } from '../phone-login.ts'
import { codeForm } from './code-form-chunk.ts'
import { resetCheckOf } from './sent-code.ts'
import {
  deleteWaitingCode,
  expiryOfCodeSentNow,
  lastSentCode,
  saveWaitingCode,
  updateWaitingCode,
  waitingCode,
} from './waiting-code.ts'

type Dispatch = (event: LoginEvent) => void
type Options = { language: Language; dispatch: Dispatch }

/**
 * Sends the first code for a phone. If the server sends no other code and the last one is valid, continues with the
 * last.
 */
export async function sendFirstCode(begun: PhoneLogin, { language, dispatch }: Options): Promise<void> {
  // The form of the code must be loaded before a code is sent.
  const [provider, form] = await Promise.all([identityProvider(), codeForm.load()])
  const phone = fullPhone(begun)
  const waiting = [waitingCode(), lastSentCode()].find(sent => sent && fullPhone(sent) === phone)
  // The server would refuse another code, so the person enters the last one.
  if (waiting && waiting.resendAt > Date.now()) return continueWithCode(waiting, dispatch)
  const isNew = await isNewPhone(provider, phone)
  const options = { language, hasOtherWays: await hasOtherWays(isNew) }
  const sent = await provider.sendCode(phone, options).catch(failure => {
    const resendAt = resendAtOf(failure)
    if (!waiting || !resendAt) return tooManyAs('too-many-codes')(failure)
    resetCheckOf(provider)
    continueWithCode({ ...waiting, resendAt, isTooMany: true }, dispatch)
  })
  if (!sent) return
  // No SMS was sent, but the last code is still good.
  if (sent.smsFailed && waiting) return continueWithCode({ ...waiting, resendAt: sent.resendAt }, dispatch)
  if (sent.smsFailed) await form.otherWays.load()
  startTransition(() => dispatch(noteSent(begun, isNew, sent)))
}

/** Sends another code for the same phone. */
export async function sendOtherCode(begun: PhoneLogin, { language, dispatch }: Options): Promise<void> {
  const provider = await identityProvider()
  const sent = await provider.sendCode(fullPhone(begun), { language }).catch(failure => {
    const resendAt = resendAtOf(failure)
    if (!resendAt) return tooManyAs('too-many-codes')(failure)
    resetCheckOf(provider)
    updateWaitingCode({ resendAt, isTooMany: true })
    dispatch({ type: 'resend refused', resendAt })
  })
  if (!sent) return
  abandonSessionOf(begun)
  dispatch(noteSent(begun, begun.isNew, sent))
}

/** Shows the step of a code that was sent before. */
export function continueWithCode(waiting: WaitingCode, dispatch: Dispatch): void {
  saveWaitingCode({ ...waiting, isLeft: false })
  startTransition(() => dispatch({ type: 'code still good', waiting }))
}

/** Ends the session that the code of another phone, or an earlier code, has opened. */
export function abandonSessionOf({ session }: PhoneLogin): void {
  if (!session) return
  deleteWaitingCode()
  identityProvider().then(
    provider => abandon(provider, session),
    () => {},
  )
}

/** Whether no account has this phone. If the server cannot tell, the person counts as known. */
async function isNewPhone(provider: SignInProvider, phone: string): Promise<boolean> {
  const headers = { 'x-bot-check': await provider.botCheckSolution() }
  try {
    return (await callSignedOut(uniquePhone, { query: { phone } }, { headers })).success
  } catch (error) {
    if (error instanceof ApiError && NEEDS_ATTENTION.includes(error.code)) throw error
    return false
  }
}

const NEEDS_ATTENTION = [NETWORK_FAILED, 'auth/invalid-phone-number', 'auth/operation-not-allowed']

/** Whether the person can come in without an SMS. A new number has no mentor and no e-mail address yet. */
async function hasOtherWays(isNew: boolean): Promise<boolean> {
  const { otherWays = [] } = await loadSettings()
  return isNew ? otherWays.includes('whatsapp') : otherWays.length > 0
}

/** Epoch ms from which another code may be sent, if the error says so. */
function resendAtOf(failure: unknown): number | undefined {
  if (!(failure instanceof ApiError) || !failure.code.endsWith('quota-exceeded') || !failure.retryAfter)
    return undefined
  return Date.now() + failure.retryAfter * 1000
}

/** The code was sent: from now on a reload leads back to the step of the code. */
function noteSent(login: PhoneLogin, isNew: boolean, sent: SentCode): LoginEvent {
  const waiting = { isNew, smsFailed: false, ...sent, codeExpiresAt: expiryOfCodeSentNow() }
  saveWaitingCode({ ...login, ...waiting, isTooMany: false })
  return { type: 'code sent', ...waiting }
}
