import { expect, test } from 'vitest'
import { zoneName } from './zone-name.ts'

test('a time zone has a name in Arabic letters, and the usual one where Latin letters are read or nothing is known', () => {
  expect(zoneName('Asia/Amman', 'ar')).toBe('توقيت الأردن')
  expect(zoneName('Asia/Amman', 'en')).toBe('Asia/Amman')
  expect(zoneName('UTC', 'ar')).toBe('التوقيت العالمي المنسق')
  expect(zoneName('Nowhere/Here', 'ar')).toBe('Nowhere/Here')
})
