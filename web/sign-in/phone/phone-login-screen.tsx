import { useLater } from '../../ui/later.ts'
import { useSaid } from '../form/problem.ts'
import { useFocusOnProblem } from '../form/use-focus-on-problem.ts'
import type { CodeFormProps } from './code/code-form.tsx'
import { codeForm } from './code/code-form-chunk.ts'
import { waitingCode } from './code/waiting-code.ts'
import { PhoneLoginForm } from './phone-login-form.tsx'
import { usePhoneLogin } from './use-phone-login.ts'
import { useStepFocus } from './use-step-focus.ts'

// After a reload it may be the first step that is shown.
if (waitingCode()) codeForm.load().catch(() => {})

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

function CodeForm(props: CodeFormProps) {
  const { CodeForm } = useLater(codeForm)
  return <CodeForm {...props} />
}
