import { expect, test } from 'vitest'
import { smsParts } from './sms-parts.ts'

test.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  [`${'a'.repeat(159)}€`, 2],
  ['م'.repeat(70), 1],
  ['م'.repeat(71), 2],
  ['م'.repeat(134), 2],
  ['م'.repeat(135), 3],
  [`${'a'.repeat(70)}م`, 2],
  ['', 1],
])('%j is paid as %i messages', (text, parts) => {
  expect(smsParts(text).parts).toBe(parts)
})
