const PATTERN = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Checks the form only: whether mail arrives there is known later. */
export function isEmailAddress(text: string): boolean {
  return PATTERN.test(text.trim())
}
