import { useEffect, useReducer, useRef } from 'react'
import { CODE_LENGTH } from '../../../contract/account.ts'
import { track } from '../../analytics/track.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { completeSignIn } from '../complete-sign-in.ts'
import { problemFrom } from '../form/problems/problem.ts'
import { usePressedEarly } from '../form/typed-early.ts'
import { identityProvider } from '../provider/provider.ts'
import { codeForm } from './code/code-form-chunk.ts'
import { useCodeFromSms } from './code/code-from-sms.ts'
import { abandonSessionOf, continueWithCode, sendFirstCode, sendOtherCode } from './code/send-code.ts'
import { CODE_IS_GONE, initialLogin, resetCheckOf } from './code/sent-code.ts'
import { isCodeEntry, useCodeEntry } from './code/use-code-entry.ts'
import { deleteWaitingCode, updateWaitingCode, waitingCode } from './code/waiting-code.ts'
import { openAccount } from './open-account.ts'
import { likelyCountry } from './phone-entry.ts'
import { type LoginEvent, type PhoneLogin, untouchedLogin } from './phone-login.ts'
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

  const sendFirst = (begun: PhoneLogin) => sendFirstCode(begun, { language, dispatch })
  const sendAgain = (begun: PhoneLogin) => sendOtherCode(begun, { language, dispatch })

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
    abandonSessionOf(login)
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
      if (waiting && login.step === 'phone' && !login.busy) continueWithCode(waiting, dispatch)
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

/** Preloading and clean-up may fail. */
function ignore(): void {}
