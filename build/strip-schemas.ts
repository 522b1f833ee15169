import { fileURLToPath } from 'node:url'
import * as valibot from 'valibot'
import type { ESTree, Plugin } from 'vite'

const CONTRACT = fileURLToPath(new URL('../contract/', import.meta.url))
const EMPTY = '\0valibot'
/** What would check a shape is left out on purpose: a screen that tries it gets a warning here and an error there. */
const CHECKS = /^(safe)?pars|^assert$|^is$/i
/** What the browser has to know of a call; the rest of it are shapes. */
const KEPT = ['method', 'path', 'signedIn', 'answersNo']

/** Vite plugin: leaves Valibot out of the browser. The browser only says what the calls are; their shapes are checked by the server. */
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
        return withEmptyShapes(bare, this.parse(bare))
      },
    },
  ]
}

/** Pure, so that a shape that nobody needs is dropped. */
const STAND_IN = '/* @__NO_SIDE_EFFECTS__ */ function shape() { return shape }'

/** The code with every `endpoint({…})` reduced to what is kept. */
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

/** The code with a 0 for every shape: nobody asks for it, and of a 0 everything may be asked that is asked of a shape. */
function withEmptyShapes(code: string, program: ESTree.Program): string {
  const shapes = shapesIn(program).toSorted((a, b) => b.start - a.start)
  return shapes.reduce((rest, { start, end }) => `${rest.slice(0, start)}0${rest.slice(end)}`, code)
}

/** The outermost calls `v.something(…)`, wherever they stand. */
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

/** Takes the comma behind it along. */
function without(code: string, start: number, end: number): string {
  return code.slice(0, start) + code.slice(end).replace(/^\s*,/, '')
}
