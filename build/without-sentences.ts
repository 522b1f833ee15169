import type { Plugin } from 'vite'
import { refusals } from '../contract/refusal-catalogue.ts'

const CODES = '\0refusal-catalogue'

/** Vite plugin: of the catalogue of refusals only the codes travel. Its sentences are for those who read raw answers. */
export function withoutSentences(): Plugin {
  const codes = JSON.stringify(Object.keys(refusals).join())
  return {
    name: 'without-sentences',
    enforce: 'pre',
    resolveId: source => (source.endsWith('/refusal-catalogue.ts') ? CODES : undefined),
    load: id =>
      id === CODES
        ? `export const refusals = Object.fromEntries(${codes}.split(',').map(code => [code, [400, code]]))`
        : undefined,
  }
}
