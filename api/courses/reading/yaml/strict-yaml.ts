import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  Lexer,
  type LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'
import { MAX_LEVELS, TOO_DEEP } from '../../../../contract/organisation/edits.ts'

/** `offset` is in characters of the source. */
export type YamlProblem = { message: string; offset: number }

type Parsed = { document: Document; value: unknown; problems: YamlProblem[] }

const MAX_ENTRIES = 1000
const MAX_TOLD = 20
const MAX_DANGERS = 200
/** Tokens are words, marks and line breaks. A lesson of 1,000 pages has as many. Parsing one takes about 5 µs. */
const MAX_TOKENS = 250_000

/** Parses YAML without features that a course does not need. The value is undefined if there is any problem. */
export function parseStrictly(source: string, lineCounter: LineCounter): Parsed {
  if (hasTooManyTokens(source)) {
    const message = `has more than ${MAX_TOKENS} words and marks: divide it`
    return { document: new Document(), problems: [{ message, offset: 0 }], value: undefined }
  }
  const document = parseDocument(source, { lineCounter, keepSourceTokens: true, ...STRICT })
  const problems = document.errors.some(isOutOfStack)
    ? [{ message: TOO_DEEP, offset: 0 }]
    : [...syntaxProblems(document), ...dangers(document)]
  return { document, problems, value: problems.length === 0 ? document.toJS({ maxAliasCount: 0 }) : undefined }
}

/** The lexer takes a fifth of the time of the parser. */
function hasTooManyTokens(source: string): boolean {
  if (source.length < MAX_TOKENS / 2) return false
  let count = 0
  for (const _ of new Lexer().lex(source)) if (++count > MAX_TOKENS) return true
  return false
}

/** The range of a node, or `fallback` twice. */
export function nodeRange(node: Node | null | undefined, fallback: number): [start: number, end: number] {
  return node?.range ? [node.range[0], node.range[1]] : [fallback, fallback]
}

// `dangers` finds duplicate keys. The parser would compare each key with every other one, which is slow.
export const STRICT = {
  schema: 'core',
  resolveKnownTags: false,
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'error',
} as const

/** The parser is recursive: thousands of levels overflow its stack. */
function isOutOfStack({ message }: Error): boolean {
  return message.startsWith('Maximum call stack')
}

function syntaxProblems({ errors, warnings }: Document): YamlProblem[] {
  // After the first few errors the rest are consequences.
  return [...errors, ...warnings].slice(0, MAX_TOLD).map(({ message, pos }) => ({
    message: inPlainWords(message),
    offset: pos[0],
  }))
}

/** The messages of the parser, each with the sentence that authors read instead. */
const PLAIN: readonly [RegExp, string][] = [
  [/^Nested mappings are not .*/, 'a field cannot begin inside of another one: does the text need quotes?'],
  [/^All mapping items must .*/, 'all fields must begin in the same column'],
  [/^All sequence items must .*/, 'all entries of a list must begin in the same column'],
  [
    /^Implicit keys need to be .*/,
    'the name of a field must be on one line: is the line above or below indented too far?',
  ],
  [/^Implicit map keys need .*/, 'the colon after the name of a field is missing'],
  [/^Missing closing (.)quote.*/, 'the closing quote $1 is missing'],
  [/^Plain value cannot start with .*?(\S+)$/, 'a text without quotes cannot begin with $1'],
  [/^Invalid escape sequence (.*)/, 'a sign without a meaning after \\: $1'],
  [/^Block scalar values in .*/, 'the lines of a text must be indented'],
  [/^Source contains multiple .*/, 'a line of --- begins a second text: leave it out'],
  [/^Flow (?:map|sequence) .* a (.)$/, 'the closing $1 is missing'],
]

function inPlainWords(message: string): string {
  // The part after a semicolon is advice for programmers.
  const [sentence = ''] = message.split(';')
  const plain = PLAIN.find(([pattern]) => pattern.test(sentence))
  return plain ? sentence.replace(...plain) : sentence
}

/** Aliases can make a small file huge, and `__proto__` is not a plain key. */
function dangers(document: Document): YamlProblem[] {
  const found: YamlProblem[] = []
  const report = (message: string, node: unknown) => found.push({ message, offset: nodeRange(node as Node, 0)[0] })
  visit(document, (_, node, path) => {
    if (found.length >= MAX_DANGERS) return visit.BREAK
    if (isCollection(node) && path.length > MAX_LEVELS && path.filter(isCollection).length > MAX_LEVELS) {
      report(TOO_DEEP, node)
      return visit.BREAK
    }
    if (isAlias(node)) report('aliases are not allowed: write it out', node)
    if (isCollection(node) && node.items.length > MAX_ENTRIES) {
      report(`has more than ${MAX_ENTRIES} entries`, node)
      return visit.SKIP
    }
    if (!isMap(node)) return undefined
    const seen = new Set<unknown>()
    for (const { key } of node.items) {
      const name = isScalar(key) ? key.value : undefined
      if (seen.has(name)) report(`\`${name}\` is given twice`, key)
      if (name === '__proto__') report('`__proto__` cannot be the name of a field', key)
      seen.add(name)
    }
    return undefined
  })
  return found.slice(0, MAX_DANGERS)
}
