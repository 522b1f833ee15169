import { useEffect } from 'react'
import { focusHeading } from './focus-heading.ts'

/** What takes the focus by itself keeps it: a field, anything in a dialog, a message that was searched. */
const OWN_FOCUS = 'input, textarea, select, dialog[open] *, [data-found]'

/**
 * Puts the focus on the heading of the screen, however late the heading comes: a lesson's comes with its data. As soon as the
 * person does something, it is left alone. Answers how to stop.
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

/** When what stood in place of a screen goes, and the focus with it, the heading of what comes instead takes it. */
export function useFocusAfter(standsInForScreen = true): void {
  useEffect(() => {
    if (!standsInForScreen) return
    return () => {
      if (document.activeElement === document.body) focusArrival()
    }
  }, [standsInForScreen])
}
