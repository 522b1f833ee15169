import { LineCounter } from 'yaml'
import { parseStrictly } from '../reading/yaml/strict-yaml.ts'
import { ListText } from '../writing/list-text.ts'
import type { Value } from '../writing/yaml-value.ts'

/** Undefined for a text that the import could not read either, or whose pages are no list of groups. */
export function openText(source: string, list: 'pages' | 'canDo'): ListText | undefined {
  const { value, document } = parseStrictly(source, new LineCounter(), true)
  if (!isGroup(value)) return undefined
  const items = value[list]
  if (list === 'pages' && items != null && !(Array.isArray(items) && items.every(isGroup))) return undefined
  return new ListText({ source, document, value }, [list])
}

function isGroup(value: unknown): value is Record<string, Value> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Names of lesson files whose numbers follow their order. The one at `index` gets a new number; others change only if they must. */
export function numbered(names: readonly string[], index: number): string[] {
  let before = 0
  return names.map((name, at) => {
    const [, digits = '', stem = 'lesson'] = /^lessons\/(\d+)-(.*)\.yaml$/.exec(name) ?? []
    const own = Number(digits)
    const number = at !== index && own > before ? own : before + 1
    before = number
    const shown = number === own && digits.length > 1 ? digits : String(number).padStart(2, '0')
    return `lessons/${shown}-${stem}.yaml`
  })
}

/** The part of a file name after its number. */
export function stemOf(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60) || 'lesson'
}
