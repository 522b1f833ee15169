import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { STRICT } from '../reading/yaml/strict-yaml.ts'
import type { YamlPath } from '../reading/yaml/yaml-file.ts'
import type { Value } from './yaml-value.ts'

export type ParsedYaml = { source: string; document: Document; value: Value }

/** Undefined for a text that is no YAML. */
export function parsed(source: string): ParsedYaml | undefined {
  const document = parseDocument(source, { ...STRICT, keepSourceTokens: true })
  if (document.errors.length > 0) return undefined
  return { source, document, value: document.toJS({ maxAliasCount: 0 }) }
}

export function nodeAt({ document }: ParsedYaml, path: YamlPath): unknown {
  return path.length === 0 ? document.contents : document.getIn(path, true)
}

export function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find(item => isScalar(item.key) && item.key.value === key)
}

export function startOfNode(node: unknown): number {
  return (node as { range: [number, number, number] }).range[0]
}

/** Where the text of a node ends, without comments and empty lines after it. */
export function endOf(node: unknown): number {
  if (isPair(node)) return node.value ? endOf(node.value) : endOf(node.key)
  const isBlock = isCollection(node) && !node.flow && node.items.length > 0
  if (isBlock) return endOf(node.items.at(-1))
  return (node as { range: [number, number, number] }).range[1]
}

type Token = { type: string; offset: number }

/** Where the hyphen of an item of a list stands. Undefined in a list between brackets. */
export function hyphenOf(list: YAMLSeq, index: number): number | undefined {
  const token = list.srcToken as unknown as { items?: { start?: Token[] }[] } | undefined
  return token?.items?.[index]?.start?.find(({ type }) => type === 'seq-item-ind')?.offset
}

export function lineStart(source: string, offset: number): number {
  return source.lastIndexOf('\n', offset - 1) + 1
}

/** The beginning of the next line; an offset that begins a line stays. */
export function nextLine(source: string, offset: number): number {
  if (offset === 0 || source[offset - 1] === '\n') return offset
  const end = source.indexOf('\n', offset)
  return end === -1 ? source.length : end + 1
}

export { isMap, isScalar, isSeq }
