import { expect, test } from 'vitest'
import { phoneParts } from './phone-parts.ts'

test.each([
  ['+962 79 012 34 56', '962790123456'],
  ['00962790123456', '962790123456'],
  ['+962 (0)79 012 34 56', '962790123456'],
  ['079 012', '79012'],
  ['٠٧٩ ٠١٢', '79012'],
  ['0002', '0002'],
])('%s finds numbers with %s in them', (text, digits) => {
  expect(phoneParts(text)).toContain(digits)
})

test.each(['Noura', 'نورة', '07', '+', 'a790123'])('%s is no part of a number', text => {
  expect(phoneParts(text)).toEqual([])
})
