type SmsCode = { code?: string }

/** Where the browser reads codes from an SMS, tells it once it is here. Answers how to stop. */
export function onCodeFromSms(tell: (code: string) => void): () => void {
  const waiting = new AbortController()
  if ('OTPCredential' in globalThis) {
    const wish = { otp: { transport: ['sms'] }, signal: waiting.signal } as CredentialRequestOptions
    navigator.credentials.get(wish).then(
      found => {
        const { code } = (found ?? {}) as SmsCode
        if (code) tell(code)
      },
      // Nobody allowed it, or it came too late: the code is typed.
      () => {},
    )
  }
  return () => waiting.abort()
}
