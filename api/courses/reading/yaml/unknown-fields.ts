import type * as v from 'valibot'
import { suggestion } from '../../../texts/suggestion.ts'
import type { YamlPath } from './yaml-file.ts'

/** The part of a Valibot shape that names its fields. */
type Shape = { type: string; entries?: Record<string, Shape>; item?: Shape; wrapped?: Shape }

export type UnknownField = { path: YamlPath; message: string }

/** Fields of `value` that `shape` does not have. Otherwise a misspelt field would be left out silently. */
export function unknownFields(shape: v.GenericSchema, value: unknown): UnknownField[] {
  return walk(shape as Shape, value, [])
}

/** A copy of `value` without these fields. */
export function withoutFields(value: unknown, fields: readonly UnknownField[]): unknown {
  if (fields.length === 0) return value
  const copy = structuredClone(value)
  for (const { path: keys } of fields) {
    const parent = keys.slice(0, -1).reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], copy)
    delete (parent as Record<string, unknown>)[keys.at(-1) as string]
  }
  return copy
}

function walk({ entries, item, wrapped }: Shape, value: unknown, path: YamlPath): UnknownField[] {
  if (wrapped) return walk(wrapped, value, path)
  if (item && Array.isArray(value)) return value.flatMap((one, index) => walk(item, one, [...path, index]))
  if (!entries || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const known = Object.hasOwn(entries, key) ? entries[key] : undefined
    if (known) return walk(known, inner, [...path, key])
    return [{ path: [...path, key], message: `unknown field \`${key}\`${suggestion(key, Object.keys(entries))}` }]
  })
}
