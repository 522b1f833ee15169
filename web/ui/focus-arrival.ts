import { useEffect } from 'react'
import { focusHeading } from './focus-heading.ts'

/** These keep the focus: a field, anything in a dialog, a message that was found by a search, a page in its preview. */
const OWN_FOCUS = 'input, textarea, select, dialog[open] *, [data-found], .phone-frame iframe'

/**
 * Focuses the heading of the screen, even if it comes late: a lesson's heading comes with its data. Stops as soon as
 * the person does something. Returns a function that stops it.
 */
export function focusArrival(): () => void {
  const settle = () => {
    if (document.activeElement?.matches(OWN_FOCUS)) return stop()
    const isComplete = focusHeading() && !document.querySelector('main[aria-busy=true]')
    if (isComplete) observer.disconnect()
  }
  const observer = new MutationObserver(() => {
    if (!document.activeElement?.matches('main h1, main [data-heading]')) settle()
  })
  const stop = () => {
    observer.disconnect()
    for (const doing of ['keydown', 'pointerdown']) removeEventListener(doing, stop)
  }
  for (const doing of ['keydown', 'pointerdown']) addEventListener(doing, stop)
  observer.observe(document.body, { childList: true, subtree: true })
  settle()
  return stop
}

/** When a skeleton with the focus disappears, the heading of the screen gets it. */
export function useFocusAfter(standsInForScreen = true): void {
  useEffect(() => {
    if (!standsInForScreen) return
    return () => {
      if (document.activeElement === document.body) focusArrival()
    }
  }, [standsInForScreen])
}
