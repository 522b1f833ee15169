import * as valibot from 'valibot'
import type { Plugin } from 'vite'

const EMPTY = '\0valibot'
/** What would check a shape is left out on purpose: a screen that tries it gets a warning here and an error there. */
const CHECKS = /^(safe)?pars|^assert$|^is$/i

/** Vite plugin: leaves Valibot at home. The browser only says what the calls are; their shapes are checked by the server. */
export function withoutShapes(): Plugin {
  const names = Object.keys(valibot).filter(name => !CHECKS.test(name))
  return {
    name: 'without-shapes',
    enforce: 'pre',
    resolveId: source => (source === 'valibot' ? EMPTY : undefined),
    load: id =>
      id === EMPTY ? `const shape = () => shape; export { ${names.map(name => `shape as ${name}`)} }` : undefined,
  }
}
