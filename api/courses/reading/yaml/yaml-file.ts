import { type Document, isMap, isScalar, isSeq, LineCounter, type Node } from 'yaml'
import type { Findings, Reporter } from '../findings.ts'
import { nodeRange, parseStrictly } from './strict-yaml.ts'

export type YamlPath = readonly (string | number)[]

/** A place in a YAML file. It reports on the value at this place. */
export type YamlPlace = Reporter & {
  /** A place inside this one. */
  at(...path: YamlPath): YamlPlace
  /** `file:line:column`. */
  toString(): string
}

/** A YAML file: its value, and the line and column of each path. */
export class YamlFile {
  readonly name: string
  /** Undefined for a file that is not safe or not YAML; the findings say why. */
  readonly value: unknown
  readonly source: string
  readonly #findings: Findings
  readonly #lines = new LineCounter()
  readonly document: Document

  constructor(name: string, source: string, findings: Findings) {
    this.name = name
    this.source = source
    this.#findings = findings
    const { document, value, problems } = parseStrictly(source, this.#lines)
    this.document = document
    this.value = value
    for (const { message, offset } of problems) findings.mistakes.push({ ...this.#spot(offset), path: '', message })
  }

  at(...path: YamlPath): YamlPlace {
    const finding = (message: string, near?: string) => ({
      ...this.#spot(this.#offsetOf(path, near)),
      path: pathText(path),
      steps: path,
      message,
    })
    return {
      mistake: (message, near) => this.#findings.mistakes.push(finding(message, near)),
      warn: (message, near) => this.#findings.warnings.push(finding(message, near)),
      at: (...inner) => this.at(...path, ...inner),
      toString: () => {
        const { file, line, column } = this.#spot(this.#offsetOf(path))
        return `${file}:${line}:${column}`
      },
    }
  }

  #spot(offset: number): { file: string; line: number; column: number } {
    const { line, col } = this.#lines.linePos(offset)
    return { file: this.name, line: Math.max(line, 1), column: Math.max(col, 1) }
  }

  #offsetOf(path: YamlPath, near?: string): number {
    const [start, end] = this.#nodeRange(path)
    const found = near ? this.source.indexOf(near, start) : -1
    return found === -1 || found >= end ? start : found
  }

  /**
   * The range from the key to the end of its value. For a missing value: the range of the mapping or list that should
   * have it.
   */
  #nodeRange(path: YamlPath): [start: number, end: number] {
    const last = path.at(-1)
    if (last === undefined) return nodeRange(this.document.contents, 0)
    const parent = this.document.getIn(path.slice(0, -1), true)
    if (isSeq(parent)) return nodeRange(parent.items[Number(last)] as Node, 0)
    const pair = isMap(parent) ? parent.items.find(item => isScalar(item.key) && item.key.value === last) : undefined
    if (!pair) return this.#nodeRange(path.slice(0, -1))
    const [start, end] = nodeRange(pair.key as Node, 0)
    return [start, nodeRange(pair.value as Node | null, end)[1]]
  }
}

function pathText(path: YamlPath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`)).join('')
}
