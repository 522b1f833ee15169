import { useEffect, useRef } from 'react'
import { useLazy } from '../../ui/lazy.ts'
import { useErrorTexts } from '../form/problems/problem.ts'
import { useFocusOnProblem } from '../form/problems/use-focus-on-problem.ts'
import type { CodeFormProps } from './code/code-form.tsx'
import { codeForm } from './code/code-form-chunk.ts'
import { waitingCode } from './code/waiting-code.ts'
import type { PhoneLogin } from './phone-login.ts'
import { PhoneLoginForm } from './phone-login-form.tsx'
import { usePhoneLogin } from './use-phone-login.ts'

// After a reload, the code step may be the first step that is shown.
if (waitingCode()) codeForm.load().catch(() => {})

/** Sign-in by phone. The routes redirect a signed-in person. */
export function PhoneLoginScreen() {
  const { login, dispatch, submit, confirmNumber, resend } = usePhoneLogin()
  const errors = useErrorTexts(login.problems)
  useStepFocus(login)
  useFocusOnProblem(login.problems)
  const common = { login, errors, onEvent: dispatch, onSubmit: submit }
  return login.step === 'phone' ? (
    <PhoneLoginForm {...common} onConfirm={confirmNumber} />
  ) : (
    <CodeForm {...common} onResend={resend} />
  )
}

function CodeForm(props: CodeFormProps) {
  const { CodeForm } = useLazy(codeForm)
  return <CodeForm {...props} />
}

/** Focuses the field that appeared: the code, each new code, or the phone again. */
function useStepFocus({ step, verificationId, isTooMany }: PhoneLogin): void {
  const before = useRef('phone')
  useEffect(() => {
    // A disabled button cannot keep the focus: if no other code comes, the field gets it.
    const now = step === 'phone' ? 'phone' : `code ${verificationId} ${isTooMany}`
    if (now !== before.current) document.getElementById(step === 'phone' ? 'phone' : 'code')?.focus()
    before.current = now
  }, [step, verificationId, isTooMany])
}
