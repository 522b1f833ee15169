import { useEffect, useRef } from 'react'
import type { PhoneLogin } from './phone-login.ts'

/** Puts the focus into the field that appeared: that of the code, of every new one, and back to that of the phone. */
export function useStepFocus({ step, verificationId, isTooMany }: PhoneLogin): void {
  const before = useRef('phone')
  useEffect(() => {
    // A button that waits cannot keep the focus: where no other code comes, the field has it.
    const now = step === 'phone' ? 'phone' : `code ${verificationId} ${isTooMany}`
    if (now !== before.current) document.getElementById(step === 'phone' ? 'phone' : 'code')?.focus()
    before.current = now
  }, [step, verificationId, isTooMany])
}
