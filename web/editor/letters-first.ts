const LATEST_MS = 200

let isTyping = false

/** Makes a change whose letters the field itself shows. */
export function byKey(change: () => void): void {
  isTyping = true
  try {
    change()
  } finally {
    isTyping = false
  }
}

/**
 * A listener that hears of a change by key only once the letter is painted: on a slow phone, all that follows from it
 * takes longer than the letter. It hears of every other change at once, and of all before a press, a shortcut such as
 * undo, and a step into another field.
 */
export function lettersFirst(listener: () => void): () => void {
  let isWaiting = false
  function hear() {
    for (const event of ['click', 'focusin']) removeEventListener(event, hear, { capture: true })
    removeEventListener('keydown', hearBeforeShortcut, { capture: true })
    if (isWaiting) listener()
    isWaiting = false
  }
  function hearBeforeShortcut({ ctrlKey, metaKey }: KeyboardEvent) {
    if (ctrlKey || metaKey) hear()
  }
  return () => {
    if (!isTyping) {
      isWaiting = true
      return hear()
    }
    if (isWaiting) return
    isWaiting = true
    for (const event of ['click', 'focusin']) addEventListener(event, hear, { capture: true })
    addEventListener('keydown', hearBeforeShortcut, { capture: true })
    afterPaint(hear)
  }
}

/** The task after a frame begins when that frame is painted. A hidden tab paints none. */
export function afterPaint(act: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = act
  const next = () => {
    cancelAnimationFrame(frame)
    clearTimeout(latest)
    port2.postMessage(undefined)
  }
  const frame = requestAnimationFrame(next)
  const latest = setTimeout(next, LATEST_MS)
}
