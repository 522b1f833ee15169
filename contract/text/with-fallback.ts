export type TextTree = { [key: string]: string | TextTree }

/** Every text of the fallback, in the language of `own` where it has that text. */
export function withFallback(own: TextTree, fallback: TextTree): TextTree {
  const whole = Object.entries(fallback).map(([key, value]): [string, string | TextTree] => {
    const text = own[key]
    if (typeof value === 'string') return [key, text ?? value]
    return [key, withFallback(typeof text === 'object' ? text : {}, value)]
  })
  return { ...own, ...Object.fromEntries(whole) }
}
