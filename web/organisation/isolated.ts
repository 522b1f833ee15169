/** A name or a title in a sentence, which it does not turn round where its direction is the other one. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`
}
