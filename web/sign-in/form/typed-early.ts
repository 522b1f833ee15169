import { useEffect } from 'react'

/** What stood in a field of the page that was here before the app. Later than on the first screen: nothing. */
export function typedEarly(id: string): string {
  return (typeof window !== 'undefined' && window.sbsTyped?.[id]) || ''
}

/** Does what a button was pressed for before the app could hear it. */
export function usePressedEarly(press: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was pressed before the app was here, once.
  useEffect(() => {
    if (!window.sbsPressed) return
    window.sbsPressed = false
    press()
  }, [])
}
