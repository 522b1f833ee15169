import { useEffect } from 'react'

/** The text that was typed into a field of the prerendered page. Empty after the first screen. */
export function typedEarly(id: string): string {
  return (typeof window !== 'undefined' && window.sbsTyped?.[id]) || ''
}

/** Repeats a press from before the app was ready. */
export function usePressedEarly(press: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only presses from before the app was ready, once.
  useEffect(() => {
    if (!window.sbsPressed) return
    window.sbsPressed = false
    press()
  }, [])
}
