const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

/** The fields of a server answer in our spelling: `responder_name` and `is-beta` become responderName and isBeta. */
export function camelCased(fields: Record<string, unknown>): Record<string, unknown> {
  const renamed = Object.entries(fields).map(([name, value]): [string, unknown] => [camelCase(name), value])
  return Object.fromEntries(renamed.filter(([name]) => !UNSAFE.has(name)))
}

function camelCase(name: string): string {
  return name.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
