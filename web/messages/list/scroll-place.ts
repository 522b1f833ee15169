/** In px, as the browser measures them. */
export type ScrollMeasures = { scrollTop: number; scrollHeight: number; clientHeight: number }

/** Whether the reader is so far from the end that a button shows that there are newer messages. */
export function isAwayFromEnd({ scrollTop, scrollHeight, clientHeight }: ScrollMeasures): boolean {
  const hidden = scrollHeight - clientHeight
  const threshold = Math.min(hidden * 0.1, 50)
  // Browsers round these values.
  return hidden - scrollTop > Math.max(threshold, 1)
}

/** The end of the list that the reader is nearer to. */
export function readAt({ scrollTop, scrollHeight, clientHeight }: ScrollMeasures): 'start' | 'end' {
  return scrollTop < (scrollHeight - clientHeight) / 2 ? 'start' : 'end'
}
