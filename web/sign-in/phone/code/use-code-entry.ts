import { useEffect, useEffectEvent } from 'react'

type Options = {
  isCodeStep: boolean
  /** Returns whether the phone may be shown now. */
  onBack(): boolean
  onForward(): void
}

/**
 * The code step is its own entry in the browser's history: Back leads to the phone, Forward to the code again. The path
 * stays the same, so the router is not involved.
 */
export function useCodeEntry({ isCodeStep, onBack, onForward }: Options): void {
  useEffect(() => {
    if (isCodeStep && !isCodeEntry()) history.pushState({ ...history.state, isCodeStep }, '')
  }, [isCodeStep])
  const arrive = useEffectEvent(() => {
    if (isCodeEntry()) onForward()
    else if (isCodeStep && !onBack()) history.forward()
  })
  useEffect(() => {
    addEventListener('popstate', arrive)
    return () => removeEventListener('popstate', arrive)
  }, [])
}

export function isCodeEntry(): boolean {
  return history.state?.isCodeStep === true
}
