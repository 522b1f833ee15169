import { useEffect, useRef } from 'react'

type SmsCode = { code?: string }

/** Types in the code of each SMS that the browser reads. `verificationId` is empty while no code is awaited. */
export function useCodeFromSms(verificationId: string, type: (code: string) => void): void {
  const typed = useRef(type)
  typed.current = type
  useEffect(() => {
    if (verificationId) return onCodeFromSms(code => typed.current(code))
  }, [verificationId])
}

/** Calls `onCode` with the code of an SMS. Returns a function that stops it. */
function onCodeFromSms(onCode: (code: string) => void): () => void {
  const waiting = new AbortController()
  if ('OTPCredential' in globalThis) {
    const wish = { otp: { transport: ['sms'] }, signal: waiting.signal } as CredentialRequestOptions
    navigator.credentials.get(wish).then(
      found => {
        const { code } = (found ?? {}) as SmsCode
        if (code) onCode(code)
      },
      // The browser may not read the text, or the code came too late: the person types it.
      () => {},
    )
  }
  return () => waiting.abort()
}
