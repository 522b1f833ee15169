import { startTransition, useEffect, useReducer, useRef } from 'react'
import { CODE_LENGTH } from '../../../contract/account.ts'
import { track } from '../../analytics/track.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { abandon, completeSignIn } from '../complete-sign-in.ts'
import { problemFrom, tooManyAs } from '../form/problems/problem.ts'
import { usePressedEarly } from '../form/typed-early.ts'
import { identityProvider } from '../provider/provider.ts'
import { codeForm } from './code/code-form-chunk.ts'
import { useCodeFromSms } from './code/code-from-sms.ts'
import {
  CODE_IS_GONE,
  hasOtherWays,
  initialLogin,
  isNewPhone,
  resendAtOf,
  resetCheckOf,
  sentNow,
} from './code/sent-code.ts'
import { isCodeEntry, useCodeEntry } from './code/use-code-entry.ts'
import {
  deleteWaitingCode,
  lastSentCode,
  saveWaitingCode,
  updateWaitingCode,
  waitingCode,
} from './code/waiting-code.ts'
import { openAccount } from './open-account.ts'
import { fullPhone, likelyCountry } from './phone-entry.ts'
import { type LoginEvent, type PhoneLogin, untouchedLogin, type WaitingCode } from './phone-login.ts'
import { fieldsOfErrors } from './phone-login-problems.ts'
import { reduce } from './reduce-phone-login.ts'

export function usePhoneLogin() {
  const { language } = useLanguage()
  const [login, dispatch] = useReducer(reduce, untouchedLogin, initialLogin)
  const isWorking = useRef(false)
  const isTyping = login.phone !== ''

  useEffect(() => {
    void likelyCountry().then(countryCode => dispatch({ type: 'country likely', countryCode }))
  }, [])
  useEffect(() => {
    if (isTyping) prepare()
  }, [isTyping])
  useCodeFromSms(login.verificationId, text => typeIn({ type: 'code typed', text }))

  /** Dispatches the event, and does the work if the state allows it. */
  async function attempt(event: LoginEvent, work: (begun: PhoneLogin) => Promise<void>, from = login) {
    // A second tap may come before the screen changes, or when all is done but the next screen is not ready.
    if (isWorking.current || login.busy) return
    const begun = reduce(from, event)
    dispatch(event)
    if (!begun.busy) return
    isWorking.current = true
    await work(begun).catch(fail)
    isWorking.current = false
  }

  function fail(failure: unknown) {
    const problem = problemFrom(failure, fieldsOfErrors)
    track('authError', { code: problem.code })
    void identityProvider().then(resetCheckOf, ignore)
    if (CODE_IS_GONE.includes(problem.code)) deleteWaitingCode()
    dispatch({ type: 'failed', problem })
  }

  async function sendFirst(begun: PhoneLogin) {
    // The form of the code must be loaded before a code is sent.
    const [provider, form] = await Promise.all([identityProvider(), codeForm.load()])
    const phone = fullPhone(begun)
    const waiting = [waitingCode(), lastSentCode()].find(sent => sent && fullPhone(sent) === phone)
    // The server would refuse another code, so the person enters the last one.
    if (waiting && waiting.resendAt > Date.now()) return goOnWith(waiting, waiting.isTooMany)
    const isNew = await isNewPhone(provider, phone)
    const options = { language, hasOtherWays: await hasOtherWays(isNew) }
    const sent = await provider.sendCode(phone, options).catch(failure => {
      const resendAt = resendAtOf(failure)
      if (!waiting || !resendAt) return tooManyAs('too-many-codes')(failure)
      resetCheckOf(provider)
      goOnWith({ ...waiting, resendAt }, true)
    })
    if (!sent) return
    // No SMS was sent, but the last code is still good.
    if (sent.smsFailed && waiting) return goOnWith({ ...waiting, resendAt: sent.resendAt }, waiting.isTooMany)
    if (sent.smsFailed) await form.otherWays.load()
    startTransition(() => dispatch(sentNow(begun, isNew, sent)))
  }

  function goOnWith(waiting: WaitingCode, isTooMany: boolean) {
    saveWaitingCode({ ...waiting, isTooMany, isLeft: false })
    startTransition(() => dispatch({ type: 'code still good', waiting, isTooMany }))
  }

  async function sendAgain(begun: PhoneLogin) {
    const provider = await identityProvider()
    const sent = await provider.sendCode(fullPhone(begun), { language }).catch(failure => {
      const resendAt = resendAtOf(failure)
      if (!resendAt) return tooManyAs('too-many-codes')(failure)
      resetCheckOf(provider)
      updateWaitingCode({ resendAt, isTooMany: true })
      dispatch({ type: 'resend refused', resendAt })
    })
    if (!sent) return
    leaveBehind(begun)
    dispatch(sentNow(begun, begun.isNew, sent))
  }

  async function logIn(begun: PhoneLogin) {
    const provider = await identityProvider()
    const session = await openAccount(provider, begun, event => {
      // After an e-mail address is linked, the session of the code is replaced: the code cannot open it again.
      if (event.type !== 'code accepted' || event.isJoined || !provider.repeatsCode) deleteWaitingCode()
      dispatch(event)
    })
    await completeSignIn(session, begun.isNew ? begun.name.trim() : '')
    deleteWaitingCode()
  }

  /** The sixth digit of a code submits it, if nothing else is asked. */
  function typeIn(event: LoginEvent) {
    if (event.type === 'phone reopened') return isCodeEntry() ? history.back() : reopenPhone()
    dispatch(event)
    const typed = reduce(login, event)
    if (event.type !== 'code typed') {
      // A reload must not lose what a new person typed.
      if (typed.step === 'code') updateWaitingCode({ name: typed.name, usedEmail: typed.usedEmail, email: typed.email })
      return
    }
    const isWhole = typed.code.length === CODE_LENGTH && typed.code !== login.code
    if (isWhole && !typed.isNew && typed.step === 'code') void attempt({ type: 'submitted' }, logIn, typed)
  }

  function reopenPhone() {
    if (login.busy) return
    leaveBehind(login)
    updateWaitingCode({ isLeft: true })
    dispatch({ type: 'phone reopened' })
  }

  useCodeEntry({
    isCodeStep: login.step !== 'phone',
    onBack() {
      reopenPhone()
      return !login.busy
    },
    onForward() {
      const waiting = waitingCode()
      if (waiting && login.step === 'phone' && !login.busy) goOnWith(waiting, waiting.isTooMany)
    },
  })

  usePressedEarly(() => void attempt({ type: 'submitted' }, sendFirst))

  return {
    login,
    dispatch: typeIn,
    confirmNumber: (number: string) => void attempt({ type: 'number confirmed', number }, sendFirst),
    submit: () => void attempt({ type: 'submitted' }, login.step === 'phone' ? sendFirst : logIn),
    resend: () => void attempt({ type: 'resend asked' }, sendAgain),
  }
}

/** Preloads the code that the button needs. */
function prepare(): void {
  identityProvider().then(provider => provider.prepare(), ignore)
  codeForm.load().catch(ignore)
}

/** Ends a session that belongs to another phone than the present one. */
function leaveBehind({ session }: PhoneLogin): void {
  if (!session) return
  deleteWaitingCode()
  identityProvider().then(provider => abandon(provider, session), ignore)
}

/** Preloading and clean-up may fail. */
function ignore(): void {}
