import type { KeyboardEvent } from 'react'

const STEP_SECONDS = 5

export type Controls = {
  toggle(): void
  /** Seconds; negative goes back. */
  skip(seconds: number): void
  toggleMute(): void
  fullScreen?(): void
}

/**
 * Keys that work with the focus anywhere inside a player. Time runs left to right, so right is forward in every
 * language.
 */
export function onKeys({ toggle, skip, toggleMute, fullScreen }: Controls) {
  const actions: Record<string, (() => void) | undefined> = {
    ' ': toggle,
    k: toggle,
    ArrowLeft: () => skip(-STEP_SECONDS),
    ArrowRight: () => skip(STEP_SECONDS),
    m: toggleMute,
    f: fullScreen,
  }
  return (event: KeyboardEvent) => {
    const action = isTaken(event) ? undefined : actions[keyOf(event)]
    if (!action) return
    event.preventDefault()
    action()
  }
}

/** Whether the browser, or the focused element, uses the key itself. */
function isTaken({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey) return true
  if (target instanceof HTMLSelectElement) return true
  return key === ' ' && target instanceof HTMLButtonElement
}

/** The pressed key. On a keyboard with other letters its position decides. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1 || key === ' ') return key
  return /[a-z]/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
}
