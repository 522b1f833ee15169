import { lazy } from 'react'
import { fetchCodeForm } from './fetch-code-form.ts'
import { PhoneLoginForm } from './phone-login-form.tsx'
import { useSaid } from './problem.ts'
import { useFocusOnProblem } from './use-focus-on-problem.ts'
import { usePhoneLogin } from './use-phone-login.ts'
import { useStepFocus } from './use-step-focus.ts'

const CodeForm = lazy(async () => ({ default: (await fetchCodeForm()).CodeForm }))

/** Sign-in by phone. Whoever is signed in is led away from here by the routes. */
export function PhoneLoginScreen() {
  const { login, tell, submit, confirmNumber, resend } = usePhoneLogin()
  const said = useSaid(login.problems)
  useStepFocus(login)
  useFocusOnProblem(login.problems)
  const common = { login, said, onEvent: tell, onSubmit: submit }
  return login.step === 'phone' ? (
    <PhoneLoginForm {...common} onConfirm={confirmNumber} />
  ) : (
    <CodeForm {...common} onResend={resend} />
  )
}
