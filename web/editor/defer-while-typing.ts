const LATEST_MS = 200
/** An author who typed no letter for this long is not typing. */
const PAUSE_MS = 300

/** Why the draft changes now. */
let by: 'author' | 'key' | 'news' = 'author'
let lastKeyAt = Number.NEGATIVE_INFINITY

/** Makes a change by a key. The field shows the letter itself, so the rest of the form can follow later. */
export function changeByKey(change: () => void): void {
  lastKeyAt = performance.now()
  as('key', change)
}

/** Makes a change that nobody waits for, such as the reply of the server to letters that were sent. */
export function changeByNews(change: () => void): void {
  as('news', change)
}

function as(reason: typeof by, change: () => void): void {
  const before = by
  by = reason
  try {
    change()
  } finally {
    by = before
  }
}

/**
 * Delays a listener while the author types, because on a slow phone its work takes longer than a letter.
 *
 * - After a key, the listener is called when the letter is painted.
 * - News waits while the author types: until the next letter is painted, or until a pause.
 * - After any other change, the listener is called at once.
 *
 * What waits is also delivered before an act that needs the form as it is: a press, a step into another field, a paste,
 * a drop, Enter, and a shortcut such as undo.
 */
export function deferWhileTyping(listener: () => void): () => void {
  let waitsFor: 'paint' | 'pause' | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  /** Counts the calls of the listener. A paint that was requested before the last call must not call it again. */
  let hearings = 0

  function hear() {
    clearTimeout(pause)
    hearings++
    for (const event of ['click', 'focusin', 'paste', 'drop']) removeEventListener(event, hear, { capture: true })
    removeEventListener('keydown', hearBeforeShortcut, { capture: true })
    const wasWaiting = waitsFor !== undefined
    waitsFor = undefined
    if (wasWaiting) listener()
  }

  function hearBeforeShortcut({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (ctrlKey || metaKey || key === 'Enter') hear()
  }

  function wait() {
    if (waitsFor) return
    for (const event of ['click', 'focusin', 'paste', 'drop']) addEventListener(event, hear, { capture: true })
    addEventListener('keydown', hearBeforeShortcut, { capture: true })
  }

  return () => {
    const left = lastKeyAt + PAUSE_MS - performance.now()
    if (by === 'author' || (by === 'news' && left <= 0 && !waitsFor)) {
      waitsFor ??= 'pause'
      return hear()
    }
    if (by === 'news') {
      if (waitsFor) return
      wait()
      waitsFor = 'pause'
      pause = setTimeout(hear, left)
      return
    }
    if (waitsFor === 'paint') return
    wait()
    waitsFor = 'paint'
    clearTimeout(pause)
    const before = hearings
    afterPaint(() => before === hearings && hear())
  }
}

/** Acts after the next paint: in the task after a frame. A hidden tab paints no frame, so a timer limits the wait. */
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
