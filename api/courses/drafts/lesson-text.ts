import { LineCounter } from 'yaml'
import { parseStrictly } from '../reading/yaml/strict-yaml.ts'
import { type KnownText, knownTextOf, ListText } from '../writing/list-text.ts'
import type { ParsedYaml } from '../writing/yaml-nodes.ts'
import type { Value } from '../writing/yaml-value.ts'
import { isKnownFile, knownText, listIn, rememberText } from './known-texts.ts'

/** Undefined if the text is not valid YAML, or if its pages are not a list of groups. */
export function openText(source: string, list: 'pages' | 'canDo'): ListText | undefined {
  const known = knownText(source, list)
  const read = known ? known.read : readAs(list, { source, ...parseStrictly(source, new LineCounter()) })
  if (!known) rememberText(source, list, read)
  return read && new ListText(source, read, [list])
}

/** Keeps what the checks have read, so that the file is not read again. */
export function rememberFile({ name, source, document, value }: ParsedYaml & { name: string }): void {
  if (isKnownFile(name, source)) return
  const list = listIn(name)
  rememberText(source, list, readAs(list, { source, document, value }))
}

function readAs(list: 'pages' | 'canDo', { source, document, value }: ParsedYaml): KnownText | undefined {
  if (!isGroup(value)) return undefined
  const items = value[list]
  if (list === 'pages' && items != null && !(Array.isArray(items) && items.every(isGroup))) return undefined
  return knownTextOf({ source, document, value }, [list])
}

function isGroup(value: unknown): value is Record<string, Value> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Names of lesson files whose numbers follow their order. The file at `index` gets a new number. The other numbers
 * change only if they must.
 */
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
