import { join } from 'node:path'
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node } from 'yaml'
import type { Findings, Report } from './findings.ts'
import { readText, Unreadable } from './folder.ts'
import { parseStrictly, rangeOf } from './strict-yaml.ts'

export type Path = readonly (string | number)[]

const MAX_BYTES = 1_000_000

/** Opens a YAML file of a course. Undefined where nothing can be made of it; the findings have the reasons. */
export async function openYaml(folder: string, name: string, findings: Findings): Promise<YamlFile | undefined> {
  try {
    const file = new YamlFile(name, await readText(join(folder, name), MAX_BYTES), findings)
    return file.value === undefined ? undefined : file
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    findings.at(name).mistake(error.message)
    return undefined
  }
}

/** The value of a YAML file, and for each path in it the place where an editor finds it. */
export class YamlFile {
  readonly name: string
  /** Undefined where the file is not safe or not YAML; the findings have the reasons. */
  readonly value: unknown
  readonly #source: string
  readonly #findings: Findings
  readonly #lines = new LineCounter()
  readonly #document: Document

  constructor(name: string, source: string, findings: Findings) {
    this.name = name
    this.#source = source
    this.#findings = findings
    const { document, value, problems } = parseStrictly(source, this.#lines)
    this.#document = document
    this.value = value
    for (const { message, offset } of problems) findings.mistakes.push({ ...this.#spot(offset), path: '', message })
  }

  /** Where remarks about the value at a path go. */
  at(path: Path): Report {
    const finding = (message: string, near?: string) => ({
      ...this.#spot(this.#offsetOf(path, near)),
      path: pathText(path),
      message,
    })
    return {
      mistake: (message, near) => this.#findings.mistakes.push(finding(message, near)),
      warn: (message, near) => this.#findings.warnings.push(finding(message, near)),
    }
  }

  /** `file:line:column` of a path. */
  placeOf(path: Path): string {
    const { file, line, column } = this.#spot(this.#offsetOf(path))
    return `${file}:${line}:${column}`
  }

  #spot(offset: number): { file: string; line: number; column: number } {
    const { line, col } = this.#lines.linePos(offset)
    return { file: this.name, line: Math.max(line, 1), column: Math.max(col, 1) }
  }

  #offsetOf(path: Path, near?: string): number {
    const [start, end] = this.#rangeOf(path)
    const found = near ? this.#source.indexOf(near, start) : -1
    return found === -1 || found >= end ? start : found
  }

  /** From the key to the end of its value; for what is not there, the thing that should have it. */
  #rangeOf(path: Path): [start: number, end: number] {
    const last = path.at(-1)
    if (last === undefined) return rangeOf(this.#document.contents, 0)
    const parent = this.#document.getIn(path.slice(0, -1), true)
    if (isSeq(parent)) return rangeOf(parent.items[Number(last)] as Node, 0)
    const pair = isMap(parent) ? parent.items.find(item => isScalar(item.key) && item.key.value === last) : undefined
    if (!pair) return this.#rangeOf(path.slice(0, -1))
    const [start, end] = rangeOf(pair.key as Node, 0)
    return [start, rangeOf(pair.value as Node | null, end)[1]]
  }
}

function pathText(path: Path): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`)).join('')
}
