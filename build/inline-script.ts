import { minifySync, parseSync } from 'vite'

/** Syntax and names that are newer than ES5. One of them, and an old browser ignores the whole script. */
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
  const code = minified.code.replace(/\n\t*/g, '\n').trim()
  const found = newerSyntaxIn(parseSync(name, code).program as unknown as Node)
  if (found) throw new Error(`${name} has ${found}, which old browsers cannot read`)
  return code
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
