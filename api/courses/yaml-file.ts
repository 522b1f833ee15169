import { join } from 'node:path'
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml'
import type { Findings, Report } from './findings.ts'
import { readText, Unreadable } from './folder.ts'

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
  readonly #document: Document | undefined

  constructor(name: string, source: string, findings: Findings) {
    this.name = name
    this.#source = source
    this.#findings = findings
    try {
      this.#document = parseDocument(source, { lineCounter: this.#lines, ...STRICT })
      this.value = this.#isSound(this.#document) ? this.#document.toJS({ maxAliasCount: 0 }) : undefined
    } catch {
      // The parser goes down into each level by calling itself: thousands of levels end its stack.
      findings.at(name).mistake('is nested too deeply')
    }
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

  #isSound(document: Document): boolean {
    const problems = [...document.errors, ...document.warnings].map(({ message, pos }) => ({ message, offset: pos[0] }))
    problems.push(...dangers(document))
    for (const { message, offset } of problems) {
      this.#findings.mistakes.push({ ...this.#spot(offset), path: '', message })
    }
    return problems.length === 0
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
    if (last === undefined) return rangeOf(this.#document?.contents, 0)
    const parent = this.#document?.getIn(path.slice(0, -1), true)
    if (isSeq(parent)) return rangeOf(parent.items[Number(last)] as Node, 0)
    const pair = isMap(parent) ? parent.items.find(item => isScalar(item.key) && item.key.value === last) : undefined
    if (!pair) return this.#rangeOf(path.slice(0, -1))
    const [start, end] = rangeOf(pair.key as Node, 0)
    return [start, rangeOf(pair.value as Node | null, end)[1]]
  }
}

// Keys that appear twice are looked for in `dangers`: the parser compares each with each.
const STRICT = {
  schema: 'core',
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const

type Danger = { message: string; offset: number }

/** What YAML allows and a course has no use for: aliases can make a small file huge, some keys are not only keys. */
function dangers(document: Document): Danger[] {
  const found: Danger[] = []
  visit(document, (_, node) => {
    if (isAlias(node)) found.push({ message: 'aliases are not allowed: write it out', offset: node.range?.[0] ?? 0 })
    if (!isMap(node)) return
    const seen = new Set<unknown>()
    for (const { key } of node.items) {
      const name = isScalar(key) ? key.value : undefined
      const offset = rangeOf(key as Node, 0)[0]
      if (seen.has(name)) found.push({ message: `\`${name}\` is given twice`, offset })
      if (name === '__proto__') found.push({ message: '`__proto__` cannot be the name of a field', offset })
      seen.add(name)
    }
  })
  return found
}

function rangeOf(node: Node | null | undefined, fallback: number): [start: number, end: number] {
  return node?.range ? [node.range[0], node.range[1]] : [fallback, fallback]
}

function pathText(path: Path): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`)).join('')
}
