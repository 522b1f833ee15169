import { useEffect, useEffectEvent } from 'react'

type Options = {
  isCodeStep: boolean
  /** Answers whether the phone may be shown now. */
  onBack(): boolean
  onForward(): void
}

/**
 * The code step is an entry of its own in the browser's history: Back leads to the phone, Forward to the code again. The
 * address stays the same, so the router has nothing to do with it.
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
