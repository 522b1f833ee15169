/** Where a list stands: all in px, as the browser measures them. */
export type Measured = { scrollTop: number; scrollHeight: number; clientHeight: number }

/** Further from the end than this there are newer messages to be told of. */
export function isAwayFromEnd({ scrollTop, scrollHeight, clientHeight }: Measured): boolean {
  const hidden = scrollHeight - clientHeight
  const threshold = Math.min(hidden * 0.1, 50)
  // Browsers round what they measure.
  return hidden - scrollTop > Math.max(threshold, 1)
}
