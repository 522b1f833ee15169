/** The new value, but with the old object for each equal part, so that screens see which parts did not change. */
export function replaceEqual<Value>(old: unknown, value: Value): Value {
  if (Object.is(old, value)) return value
  if (Array.isArray(old) && Array.isArray(value)) {
    const parts = value.map((part, index) => replaceEqual(old[index], part))
    const isSame = old.length === parts.length && parts.every((part, index) => Object.is(part, old[index]))
    return (isSame ? old : parts) as Value
  }
  if (!isPlain(old) || !isPlain(value)) return value
  const names = Object.keys(value)
  const parts = Object.fromEntries(names.map(name => [name, replaceEqual(old[name], value[name])]))
  const isSame =
    names.length === Object.keys(old).length &&
    names.every(name => Object.hasOwn(old, name) && Object.is(parts[name], old[name]))
  return (isSame ? old : parts) as Value
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
}
