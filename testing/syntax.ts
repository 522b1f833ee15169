import { parseSync } from 'vite'

/** A part of a file, as ESTree describes it. */
export type Node = { type: string; start: number; end: number; [field: string]: unknown }

/** `name` is the last part of what is called: `warn` in `deps.log.warn('late')`. */
export type Call = { name: string; node: Node; given: Node[] }

export function parsed(text: string): Node {
  return parseSync('file.tsx', text).program as unknown as Node
}

/** The tree itself and all that is in it. */
export function nodesIn(tree: unknown): Node[] {
  if (Array.isArray(tree)) return tree.flatMap(nodesIn)
  if (typeof tree !== 'object' || tree === null) return []
  const inner = Object.values(tree).flatMap(nodesIn)
  return 'type' in tree ? [tree as Node, ...inner] : inner
}

export function callsIn(tree: unknown): Call[] {
  return nodesIn(tree)
    .filter(({ type }) => type === 'CallExpression' || type === 'NewExpression')
    .map(node => ({ name: lastName(node.callee), node, given: node.arguments as Node[] }))
}

/** `log` in `log` and in `services.log`. */
export function lastName(node: unknown): string {
  const { name, property } = node as { name?: string; property?: { name?: string } }
  return name ?? property?.name ?? ''
}
