import { Document, parse, Scalar } from 'yaml'
import type { YamlPath } from '../reading/yaml/yaml-file.ts'

/** Plain JSON, as a draft holds it. */
export type Value = unknown

const AS_WRITTEN = { lineWidth: 0, blockQuote: 'literal', minContentWidth: 0 } as const

/** `key: value` as YAML whose first line stands at `indent`, without spaces before it. It ends with a line break. */
export function pairText(key: string, value: Value, indent: number, likeType?: Scalar.Type): string {
  const document = new Document({ [key]: withStyle(value, likeType) })
  return indented(document.toString(AS_WRITTEN), indent)
}

/** `- value` as YAML whose first line stands at `indent`, without spaces before it. It ends with a line break. */
export function itemText(value: Value, indent: number): string {
  return indented(new Document([safe(value)]).toString(AS_WRITTEN), indent)
}

/** JSON is YAML that can stand between braces and brackets. */
export function flowText(value: Value): string {
  return JSON.stringify(value)
}

/** A text keeps its style, such as its quotes or its block. */
function withStyle(value: Value, type: Scalar.Type | undefined): Value {
  if (typeof value !== 'string') return safe(value)
  const keepsType = type !== undefined && type !== 'PLAIN' && (type === 'BLOCK_LITERAL' || !value.includes('\n'))
  return keepsType && isReadBack(value, type) ? scalar(value, type) : safe(value)
}

/** A text of several lines with odd spaces is read back changed, unless it is in quotes. */
export function safe(value: Value): Value {
  if (typeof value === 'string') {
    const isOdd = /\s/.test(value) && !isReadBack(value, undefined)
    return isOdd ? scalar(value, 'QUOTE_DOUBLE') : value
  }
  if (Array.isArray(value)) return value.map(safe)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, safe(inner)]))
}

function isReadBack(value: string, type: Scalar.Type | undefined): boolean {
  const text = new Document({ a: [{ b: type ? scalar(value, type) : value }] }).toString(AS_WRITTEN)
  return parse(text, { logLevel: 'silent' })?.a?.[0]?.b === value
}

function scalar(value: string, type: Scalar.Type): Scalar {
  return Object.assign(new Scalar(value), { type })
}

function indented(text: string, indent: number): string {
  const space = ' '.repeat(indent)
  return text
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : space + line))
    .join('\n')
}

/** A copy of `root` with another value at a path. `undefined` removes the field. */
export function valueWith(root: Value, path: YamlPath, value: Value): Value {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (typeof step === 'number') return (root as Value[]).with(step, valueWith((root as Value[])[step], rest, value))
  const before = (root ?? {}) as Record<string, Value>
  const inner = valueWith(before[step], rest, value)
  const { [step]: _, ...others } = before
  return inner === undefined ? others : { ...before, [step]: inner }
}

export function valueAt(root: Value, path: YamlPath): Value {
  return path.reduce<Value>((inner, step) => (inner as Record<string | number, Value> | null | undefined)?.[step], root)
}
