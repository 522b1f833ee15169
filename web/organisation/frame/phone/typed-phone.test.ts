import { expect, test } from 'vitest'
import { countryOfPhone, typedNumber } from './typed-phone.ts'

test('Reem invites Omar by his number as he writes it at home', () => {
  expect(typedNumber({ text: '0501234567', country: 'AE' })).toBe('+971501234567')
  expect(typedNumber({ text: '٠٧٩ ٠١٢ ٣٤٥٦', country: 'JO' })).toBe('+962790123456')
})

test('a number with its dial code needs no country, and wins over the chosen one', () => {
  expect(typedNumber({ text: '+962 79 012 3456', country: '' })).toBe('+962790123456')
  expect(typedNumber({ text: '00962790123456', country: 'AE' })).toBe('+962790123456')
})

test('nothing is guessed: a number at home without a country, two numbers, and a word are no number', () => {
  expect(typedNumber({ text: '0501234567', country: '' })).toBeUndefined()
  expect(typedNumber({ text: '0501234567, 0507654321', country: 'AE' })).toBeUndefined()
  expect(typedNumber({ text: 'Omar', country: 'AE' })).toBeUndefined()
})

test('the country of a number that is known already', () => {
  expect(countryOfPhone('+962790123456')).toBe('JO')
  expect(countryOfPhone(null)).toBe('')
})
