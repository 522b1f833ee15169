const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

/** The fields of a reply in our spelling: `responder_name` and `is-beta` become responderName and isBeta. */
export function camelCased(fields: Record<string, unknown>): Record<string, unknown> {
  const safe = Object.entries(fields).filter(([name]) => !UNSAFE.has(name))
  return Object.fromEntries(safe.map(([name, value]) => [camelCase(name), value]))
}

function camelCase(name: string): string {
  return name.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
