import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { errorCodes } from '../contract/calls/error-codes.ts'
import { fingerprints } from '../contract/calls/stock-fingerprints.ts'

const CALLS = fileURLToPath(new URL('../contract/calls/', import.meta.url))

/**
 * Vite plugin: the browser gets the status of each error code, and a fingerprint of its message. The messages
 * themselves are for people who read raw replies.
 */
export function stripMessages(): Plugin {
  return {
    name: 'strip-messages',
    enforce: 'pre',
    load(id) {
      if (id === `${CALLS}error-codes.ts`) return { code: codesWithoutMessages(), moduleType: 'js' }
      if (id === `${CALLS}stock-fingerprints.ts`)
        return { code: `export const fingerprints = ${JSON.stringify(fingerprints)}`, moduleType: 'js' }
      return undefined
    },
  }
}

function codesWithoutMessages(): string {
  const rows = Object.entries(errorCodes).map(([code, [status]]) => `${code} ${status}`)
  return `const rows = ${JSON.stringify(rows.join())}.split(',').map(row => row.split(' '))
export const errorCodes = Object.fromEntries(rows.map(([code, status]) => [code, [+status, '']]))`
}
