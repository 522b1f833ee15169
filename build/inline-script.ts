import { isDeepStrictEqual } from 'node:util'
import { minifySync, parseSync } from 'vite'

/** Syntax and names that are newer than ES5. An old browser ignores a whole script that has one of them. */
const newer: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'ArrayPattern',
  'AssignmentPattern',
  'AwaitExpression',
  'ChainExpression',
  'ClassDeclaration',
  'ClassExpression',
  'ForOfStatement',
  'ImportExpression',
  'ObjectPattern',
  'RestElement',
  'SpreadElement',
  'TaggedTemplateExpression',
  'TemplateLiteral',
  'YieldExpression',
])
const newerOperators: ReadonlySet<unknown> = new Set(['**', '**=', '??', '??=', '&&=', '||=', 'let', 'const'])

type Node = { type?: unknown; operator?: unknown; kind?: unknown; [field: string]: unknown }

/** A script inside the page, minified. Any browser must be able to parse it, so newer syntax stops the build. */
export function inlineScript(name: string, source: string): string {
  // Without indentation the minifier would write texts as templates, which are ES2015.
  const options = { compress: { target: 'es2015' }, codegen: { removeWhitespace: false } }
  const minified = minifySync(name, source, options)
  if (minified.errors.length > 0) throw new Error(`${name} cannot be read: ${minified.errors[0]?.message}`)
  const code = withoutSpaces(minified.code)
  const program = programOf(name, code)
  if (!isDeepStrictEqual(program, programOf(name, minified.code)))
    throw new Error(`${name} is another program without its spaces`)
  const found = newerSyntaxIn(program)
  if (found) throw new Error(`${name} has ${found}, which old browsers cannot read`)
  return code
}

/** Keeps the spaces in texts and patterns, and between two words. */
function withoutSpaces(code: string): string {
  return code.replace(TEXT_OR_SPACE, (found, text, at: number) => {
    if (text) return found
    return WORD.test(code[at - 1] ?? '') && WORD.test(code[at + found.length] ?? '') ? ' ' : ''
  })
}

/** The minifier writes spaces around a division. So a slash without a space after it begins a pattern. */
const TEXT_OR_SPACE = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/(?=\S)(?:[^/\\\n]|\\.)+\/)|\s+/g
const WORD = /[\w$+\-/]/

/** The parsed code without `start` and `end`, so that two programs can be compared. */
function programOf(name: string, code: string): Node {
  const isPlace = (field: string) => field === 'start' || field === 'end'
  return JSON.parse(
    JSON.stringify(parseSync(name, code).program, (field, value) => (isPlace(field) ? undefined : value)),
  )
}

function newerSyntaxIn(node: Node): string | undefined {
  if (newer.has(String(node.type))) return String(node.type)
  if (newerOperators.has(node.operator) || newerOperators.has(node.kind)) return String(node.operator ?? node.kind)
  // Methods, shorthands, computed names, generators, and catch without a binding.
  if (node.method || node.shorthand || (node.type === 'Property' && node.computed)) return 'a short property'
  if (node.async || node.generator) return 'a function that pauses'
  if (node.type === 'CatchClause' && !node.param) return 'catch without its error'
  for (const value of Object.values(node).flat()) {
    const found = value !== null && typeof value === 'object' ? newerSyntaxIn(value as Node) : undefined
    if (found) return found
  }
  return undefined
}
