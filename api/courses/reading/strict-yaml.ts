import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  type LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'

/** `offset`: where in the source, in characters. */
export type Problem = { message: string; offset: number }

type Parsed = { document: Document; value: unknown; problems: Problem[] }

const MAX_ENTRIES = 1000
const MAX_TOLD = 20

/** Parses YAML without anything that a course has no use for. With any problem there is no value. */
export function parseStrictly(source: string, lineCounter: LineCounter): Parsed {
  const document = parseDocument(source, { lineCounter, ...STRICT })
  const problems = document.errors.some(isOutOfStack)
    ? [{ message: 'is nested too deeply', offset: 0 }]
    : [...syntaxProblems(document), ...dangers(document)]
  return { document, problems, value: problems.length === 0 ? document.toJS({ maxAliasCount: 0 }) : undefined }
}

/** From the first to the last character of a node; both `fallback` where there is none. */
export function rangeOf(node: Node | null | undefined, fallback: number): [start: number, end: number] {
  return node?.range ? [node.range[0], node.range[1]] : [fallback, fallback]
}

// Keys that appear twice are looked for below: the parser would compare each with each.
const STRICT = {
  schema: 'core',
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'error',
} as const

/** The parser goes down into each level by calling itself, so that thousands of levels end its stack. */
function isOutOfStack({ message }: Error): boolean {
  return message.startsWith('Maximum call stack')
}

function syntaxProblems({ errors, warnings }: Document): Problem[] {
  // After the first few the parser has lost its way and says so at every step.
  return [...errors, ...warnings].slice(0, MAX_TOLD).map(({ message, pos }) => ({
    // What follows a semicolon is advice for programmers.
    message: message.split(';')[0] as string,
    offset: pos[0],
  }))
}

/** What YAML allows: aliases can make a small file huge, some keys are not only keys. */
function dangers(document: Document): Problem[] {
  const found: Problem[] = []
  const tell = (message: string, node: unknown) => found.push({ message, offset: rangeOf(node as Node, 0)[0] })
  visit(document, (_, node) => {
    if (isAlias(node)) tell('aliases are not allowed: write it out', node)
    if (isCollection(node) && node.items.length > MAX_ENTRIES) {
      tell(`has more than ${MAX_ENTRIES} entries`, node)
      return visit.SKIP
    }
    if (!isMap(node)) return undefined
    const seen = new Set<unknown>()
    for (const { key } of node.items) {
      const name = isScalar(key) ? key.value : undefined
      if (seen.has(name)) tell(`\`${name}\` is given twice`, key)
      if (name === '__proto__') tell('`__proto__` cannot be the name of a field', key)
      seen.add(name)
    }
    return undefined
  })
  return found
}
