import { startTransition, useEffect, useReducer, useRef } from 'react'
import { track } from '../analytics/track.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { onCodeFromSms } from './code-from-sms.ts'
import { fetchCodeForm } from './fetch-code-form.ts'
import { likelyCountry } from './likely-country.ts'
import { abandon, enter, openAccount } from './log-in.ts'
import { fullPhone } from './phone-entry.ts'
import { type LoginEvent, type PhoneLogin, untouched } from './phone-login.ts'
import { places } from './phone-login-problems.ts'
import { problemFrom } from './problem.ts'
import { identityProvider } from './provider.ts'
import { reduce } from './reduce-phone-login.ts'
import { isNewPhone } from './request-code.ts'
import { typedEarly, usePressedEarly } from './typed-early.ts'

/** The sign-in as it stands, and what can be done about it. */
export function usePhoneLogin() {
  const { language } = useLanguage()
  const [login, tell] = useReducer(reduce, untouched, withEarlyTyped)
  const isWorking = useRef(false)
  const isTyping = login.phone !== ''

  useEffect(() => {
    void likelyCountry().then(countryCode => tell({ type: 'country likely', countryCode }))
  }, [])
  useEffect(() => {
    if (isTyping) prepare()
  }, [isTyping])
  useEffect(() => {
    if (login.verificationId) return onCodeFromSms(text => tell({ type: 'code typed', text }))
  }, [login.verificationId])

  /** Says what is done, and does it if the sign-in as it stands allows it. */
  async function attempt(event: LoginEvent, work: (begun: PhoneLogin) => Promise<void>) {
    // A second tap may come before the screen could change, or when all is done but the next screen is not here.
    if (isWorking.current || login.busy) return
    const begun = reduce(login, event)
    tell(event)
    if (!begun.busy) return
    isWorking.current = true
    await work(begun).catch(fail)
    isWorking.current = false
  }

  function fail(failure: unknown) {
    const problem = problemFrom(failure, places)
    track('authError', { code: problem.code })
    void identityProvider().then(provider => {
      provider.resetBotCheck()
      provider.prepare()
    }, ignore)
    tell({ type: 'failed', problem })
  }

  async function sendFirst(begun: PhoneLogin) {
    // Before a code is on its way there must be something to enter it in.
    const [provider] = await Promise.all([identityProvider(), fetchCodeForm()])
    const phone = fullPhone(begun)
    const isNew = await isNewPhone(provider, phone)
    const sent = await provider.sendCode(phone, language)
    startTransition(() => tell({ type: 'code sent', isNew, ...sent }))
  }

  async function sendAgain(begun: PhoneLogin) {
    const provider = await identityProvider()
    const sent = await provider.sendCode(fullPhone(begun), language)
    leaveBehind(begun)
    tell({ type: 'code sent', isNew: begun.isNew, ...sent })
  }

  async function logIn(begun: PhoneLogin) {
    const session = await openAccount(await identityProvider(), begun, tell)
    await enter(session, begun.isNew ? begun.name.trim() : '')
  }

  usePressedEarly(() => void attempt({ type: 'submitted' }, sendFirst))

  return {
    login,
    tell: (event: LoginEvent) => {
      if (event.type === 'phone reopened' && !login.busy) leaveBehind(login)
      tell(event)
    },
    confirmNumber: (number: string) => void attempt({ type: 'number confirmed', number }, sendFirst),
    submit: () => void attempt({ type: 'submitted' }, login.step === 'phone' ? sendFirst : logIn),
    resend: () => void attempt({ type: 'resend asked' }, sendAgain),
  }
}

/** Has ready what the button will need. */
function prepare(): void {
  identityProvider().then(provider => provider.prepare(), ignore)
  fetchCodeForm().catch(ignore)
}

/** A session that was opened by a phone that is no longer the one. */
function leaveBehind({ session }: PhoneLogin): void {
  if (session) identityProvider().then(provider => abandon(provider, session), ignore)
}

/** What is done ahead, or on the way out, may fail. */
function ignore(): void {}

/** Goes on with what was typed into the page before the app was here. */
function withEarlyTyped(login: PhoneLogin): PhoneLogin {
  return reduce(login, { type: 'phone typed', text: typedEarly('phone') })
}
