/** A name or a title for a sentence. A name of another direction does not change the order of the sentence. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`
}
