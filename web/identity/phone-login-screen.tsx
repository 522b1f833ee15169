import { lazy } from 'react'
import { LanguageButton } from '../i18n/language-button.tsx'
import { fetchCodeForm } from './fetch-code-form.ts'
import { useLoginErrors } from './login-error.ts'
import { PhoneLoginForm } from './phone-login-form.tsx'
import { useLoginFocus } from './use-login-focus.ts'
import { usePhoneLogin } from './use-phone-login.ts'

const CodeForm = lazy(async () => ({ default: (await fetchCodeForm()).CodeForm }))

/** Sign-in by phone. Whoever is signed in is led away from here by the routes. */
export function PhoneLoginScreen() {
  const { login, tell, submit, resend } = usePhoneLogin()
  const errors = useLoginErrors(login.error)
  useLoginFocus(login)
  const common = {
    login,
    errors,
    languageButton: <LanguageButton className="btn quiet small lang" />,
    onEvent: tell,
    onSubmit: submit,
  }
  return login.step === 'phone' ? <PhoneLoginForm {...common} /> : <CodeForm {...common} onResend={resend} />
}
