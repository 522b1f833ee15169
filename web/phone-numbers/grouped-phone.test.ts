import { expect, test } from 'vitest'
import { cursorBefore, groupedPhone, phoneExample } from './grouped-phone.ts'

test.each([
  ['AE', '501234567', '50 123 4567'],
  ['AE', '0501234567', '050 123 4567'],
  ['AE', '050-123 (4567)', '050 123 4567'],
  ['AE', '5012', '50 12'],
  ['AE', '50 ', '50'],
  ['US', '2125550123', '212 555 0123'],
  ['BS', '3591234', '359 1234'],
  ['HU', '06201234567', '0620 123 4567'],
  ['AT', '66412345678', '664 12345678'],
  ['AE', '', ''],
  ['AE', '971501234567', '971501234567'],
  ['AE', '+501234567', '+501234567'],
  ['AE', 'noura 050', 'noura 050'],
  ['', '0501234567', '0501234567'],
])('in %s, %s is shown as %s', (country, text, shown) => {
  expect(groupedPhone(text, country)).toBe(shown)
})

test('an example shows how a number is written, with its dial code where the country is not known', () => {
  expect(phoneExample('AE')).toBe('50 123 4567')
  expect(phoneExample('')).toBe('+971 50 123 4567')
})

test.each([
  ['50 123 4567', 0, 11],
  ['50 123 4567', 4, 6],
  ['50 123 4567', 5, 5],
  ['50 123 4567', 7, 2],
  ['50 123 4567', 9, 0],
  ['+501234567', 9, 1],
  ['٥٠ ١٢٣', 3, 2],
])('in %s with %i digits behind it the cursor stands at %i', (text, digitsBehind, place) => {
  expect(cursorBefore(text, digitsBehind)).toBe(place)
})
