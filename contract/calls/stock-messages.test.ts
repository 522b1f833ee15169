import { expect, test } from 'vitest'
import { errorCodes } from './error-codes.ts'
import { fingerprints } from './stock-fingerprints.ts'
import { isStockMessage } from './stock-messages.ts'

test('every message of the list of error codes is known as a stock message', () => {
  for (const [code, [, message]] of Object.entries(errorCodes)) expect(isStockMessage(code, message), code).toBe(true)
  expect(new Set(fingerprints).size).toBe(fingerprints.length)
})

test('a message of its own is not, even if it is as long as the one of the list', () => {
  const message = 'file: the lesson has no page of that number'
  expect(message).toHaveLength(errorCodes['bad-request'][1].length)
  expect(isStockMessage('bad-request', message)).toBe(false)
  expect(isStockMessage('no-such-code', errorCodes['bad-request'][1])).toBe(false)
})
