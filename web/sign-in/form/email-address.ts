const PATTERN = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** By its form only: whether anybody reads mail there shows later. */
export function isEmailAddress(text: string): boolean {
  return PATTERN.test(text.trim())
}
