import type { Plugin } from 'vite'
import { errorCodes } from '../contract/calls/error-codes.ts'

const LEAN = '\0error-codes'

/**
 * Vite plugin: the sentences of the catalogue of errorCodes stay at home, since they are for those who read raw answers.
 * What travels are codes, statuses, and lengths, by which a sentence is recognised.
 */
export function withoutSentences(): Plugin {
  return {
    name: 'without-sentences',
    enforce: 'pre',
    resolveId: source => (source.endsWith('/error-codes.ts') ? LEAN : undefined),
    load: id => (id === LEAN ? leanCatalogue() : undefined),
  }
}

function leanCatalogue(): string {
  const rows = Object.entries(errorCodes).map(([code, [status, sentence]]) => `${code} ${status} ${sentence.length}`)
  return `const rows = ${JSON.stringify(rows.join())}.split(',').map(row => row.split(' '))
export const errorCodes = Object.fromEntries(rows.map(([code, status]) => [code, [+status, '']]))
export const isStockSentence = (code, message) =>
  rows.some(([known, , length]) => known === code && +length === message.length)`
}
