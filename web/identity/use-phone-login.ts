import { startTransition, useEffect, useReducer, useRef } from 'react'
import { track } from '../analytics/track.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { resetBotCheck, startBotCheck } from './bot-check.ts'
import { onCodeFromSms } from './code-from-sms.ts'
import { fetchCodeForm } from './fetch-code-form.ts'
import { likelyCountry } from './likely-country.ts'
import { confirm, enter } from './log-in.ts'
import { loginErrorFrom } from './login-error.ts'
import { fullPhone } from './phone-entry.ts'
import { type LoginEvent, type PhoneLogin, reduce, untouched } from './phone-login.ts'
import { isNewPhone, requestCode } from './request-code.ts'

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
    // A second tap may come before the screen could change.
    if (isWorking.current) return
    const begun = reduce(login, event)
    tell(event)
    if (!begun.busy) return
    isWorking.current = true
    await work(begun).catch(fail)
    isWorking.current = false
  }

  function fail(failure: unknown) {
    const error = loginErrorFrom(failure)
    track('authError', { code: error.code })
    resetBotCheck()
    startBotCheck()
    tell({ type: 'failed', error })
  }

  async function sendFirst(begun: PhoneLogin) {
    // Before a code is on its way there must be something to enter it in.
    await fetchCodeForm()
    const phone = fullPhone(begun)
    const isNew = await isNewPhone(phone)
    const sent = await requestCode(phone, language)
    startTransition(() => tell({ type: 'code sent', isNew, ...sent }))
  }

  async function sendAgain(begun: PhoneLogin) {
    tell({ type: 'code sent', isNew: begun.isNew, ...(await requestCode(fullPhone(begun), language)) })
  }

  async function logIn({ verificationId, code, session: accepted, isNew, name }: PhoneLogin) {
    const session = accepted ?? (await confirm(verificationId, code))
    tell({ type: 'code accepted', session })
    await enter(session, isNew ? name.trim() : '')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was pressed before the app was here, once.
  useEffect(() => {
    if (!window.sbsPressed) return
    window.sbsPressed = false
    void attempt({ type: 'submitted' }, sendFirst)
  }, [])

  return {
    login,
    tell,
    submit: () => void attempt({ type: 'submitted' }, login.step === 'phone' ? sendFirst : logIn),
    resend: () => void attempt({ type: 'resend asked' }, sendAgain),
  }
}

/** Has ready what the button will need. */
function prepare(): void {
  startBotCheck()
  fetchCodeForm().catch(() => {})
}

/** Goes on with what was typed into the page before the app was here. */
function withEarlyTyped(login: PhoneLogin): PhoneLogin {
  return reduce(login, { type: 'phone typed', text: window.sbsTyped?.phone ?? '' })
}
