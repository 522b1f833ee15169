import { fileURLToPath } from 'node:url'
import * as valibot from 'valibot'
import type { ESTree, Plugin } from 'vite'

const CONTRACT = fileURLToPath(new URL('../contract/', import.meta.url))
const PAGES = `${CONTRACT}pages/`
const EMPTY = '\0valibot'
/** Functions that check a value. Nothing replaces them: the build warns of a call, which throws in the browser. */
const CHECKS = /^(safe)?pars|^assert$|^is$/i
/** The fields of a call that the browser needs. The others are schemas. */
const KEPT = ['method', 'path', 'signedIn', 'answersNo']

/** Vite plugin: removes Valibot from the browser. The browser needs only the paths of calls; the server validates. */
export function stripSchemas(): Plugin[] {
  const names = Object.keys(valibot).filter(name => !CHECKS.test(name))
  return [
    {
      name: 'strip-valibot',
      enforce: 'pre',
      resolveId: source => (source === 'valibot' ? EMPTY : undefined),
      load: id => (id === EMPTY ? `${STAND_IN} export { ${names.map(name => `shape as ${name}`)} }` : undefined),
    },
    {
      name: 'strip-schemas',
      enforce: 'post',
      transform(code, id) {
        if (!id.startsWith(CONTRACT) || !id.endsWith('.ts')) return undefined
        const bare = withBareEndpoints(code, this.parse(code))
        const empty = withEmptyShapes(bare, this.parse(bare))
        return id.startsWith(PAGES) ? withoutMistakes(empty, this.parse(empty)) : empty
      },
    },
  ]
}

/** Replaces all functions of Valibot. It is marked as pure, so that the bundler drops an unused schema. */
const STAND_IN = '/* @__NO_SIDE_EFFECTS__ */ function shape() { return shape }'

/** The code with every `endpoint({…})` reduced to the needed fields. */
function withBareEndpoints(code: string, { body }: ESTree.Program): string {
  const cuts = body.flatMap(endpointIn).flatMap(definition => droppedOf(definition))
  return cuts.toSorted((a, b) => b.start - a.start).reduce((rest, { start, end }) => without(rest, start, end), code)
}

function endpointIn(statement: ESTree.Program['body'][number]): ESTree.ObjectExpression[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ init }) => {
    const isEndpoint =
      init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
    const [definition] = isEndpoint ? init.arguments : []
    return definition?.type === 'ObjectExpression' ? definition : []
  })
}

function droppedOf({ properties }: ESTree.ObjectExpression): { start: number; end: number }[] {
  return properties.filter(
    property => property.type === 'Property' && property.key.type === 'Identifier' && !KEPT.includes(property.key.name),
  )
}

/** The code of a page type without the mistakes of authors, which the server finds. */
function withoutMistakes(code: string, { body }: ESTree.Program): string {
  const found = body.flatMap(statement => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ init }) =>
      init?.type === 'ObjectExpression' ? init.properties.filter(isMistakes) : [],
    )
  })
  const lastFirst = found.toSorted((a, b) => b.start - a.start)
  return lastFirst.reduce((rest, { start, end }) => `${rest.slice(0, start)}mistakes: 0${rest.slice(end)}`, code)
}

function isMistakes(property: ESTree.ObjectExpression['properties'][number]): boolean {
  return property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'mistakes'
}

/** The code with a 0 instead of every schema. Nothing reads a schema, and reading a property of 0 is no error. */
function withEmptyShapes(code: string, program: ESTree.Program): string {
  const shapes = shapesIn(program).toSorted((a, b) => b.start - a.start)
  return shapes.reduce((rest, { start, end }) => `${rest.slice(0, start)}0${rest.slice(end)}`, code)
}

/** The outermost calls `v.something(…)`. */
function shapesIn(node: unknown): ESTree.CallExpression[] {
  if (Array.isArray(node)) return node.flatMap(shapesIn)
  if (typeof node !== 'object' || node === null) return []
  if (isShape(node as ESTree.Expression)) return [node as ESTree.CallExpression]
  return Object.values(node).flatMap(shapesIn)
}

function isShape(node: ESTree.Expression): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { object, property } = node.callee
  const isOfValibot = object.type === 'Identifier' && object.name === 'v'
  return isOfValibot && property.type === 'Identifier' && !CHECKS.test(property.name)
}

/** The code without this part and the comma that follows it. */
function without(code: string, start: number, end: number): string {
  return code.slice(0, start) + code.slice(end).replace(/^\s*,/, '')
}
