/** A file name or a time for a sentence in any language. Its parts stay in their order, from left to right. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`
}
