import { useEffect, useRef, useState } from 'react'
import type { PhoneLogin } from './phone-login.ts'

/** Puts the focus where the work goes on: in the field that appeared, or in the one that something is wrong with. */
export function useLoginFocus({ step, verificationId, error }: PhoneLogin): void {
  const [wasTyping] = useState(isTypingEarly)
  const before = useRef('phone')

  useEffect(() => {
    if (wasTyping) focus('phone')
  }, [wasTyping])

  useEffect(() => {
    const now = step + verificationId
    if (now !== before.current && step !== 'loading') focus(step)
    before.current = now
  }, [step, verificationId])

  useEffect(() => {
    if (error && error.at !== 'form') focus(error.at)
  }, [error])
}

/** The field of the page that stood here before the app is about to be replaced by ours. */
function isTypingEarly(): boolean {
  return document.activeElement?.id === 'phone'
}

function focus(id: string): void {
  document.getElementById(id)?.focus()
}
