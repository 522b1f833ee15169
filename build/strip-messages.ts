import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { errorCodes } from '../contract/calls/error-codes.ts'
import { fingerprintsOf } from '../contract/calls/stock-fingerprints.ts'
import { ORGANISATION_CODE } from '../contract/calls/stock-messages.ts'

const CALLS = fileURLToPath(new URL('../contract/calls/', import.meta.url))

/** The codes without those of the organisation. A reply to a call of the organisation has the status of its error. */
const learnersCodes = Object.entries(errorCodes).filter(([code]) => !ORGANISATION_CODE.test(code))

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
        return {
          code: `export const fingerprints = ${JSON.stringify(fingerprintsOf(learnersCodes))}`,
          moduleType: 'js',
        }
      return undefined
    },
  }
}

function codesWithoutMessages(): string {
  const rows = learnersCodes.map(([code, [status]]) => `${code} ${status}`)
  return `const rows = ${JSON.stringify(rows.join())}.split(',').map(row => row.split(' '))
export const errorCodes = Object.fromEntries(rows.map(([code, status]) => [code, [+status, '']]))`
}
