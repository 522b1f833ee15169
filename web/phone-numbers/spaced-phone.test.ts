import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { spacedPhone } from './spaced-phone.ts'

test.each([
  ['+971501234567', '+971 50 123 4567'],
  ['+12125550123', '+1 212 555 0123'],
  ['+201001234567', '+20 100 123 4567'],
  ['+447700900123', '+44 770 090 0123'],
  ['+29012345', '+290 1 2345'],
  ['050 123', '050 123'],
  ['+1234', '+1234'],
])('%s is shown as %s', (phone, shown) => {
  expect(spacedPhone(phone)).toBe(shown)
})

test('in every country the dial code is separated, and no digit is lost', () => {
  for (const country of getCountries()) {
    const example = getExampleNumber(country, examples)
    if (!example) continue
    const shown = spacedPhone(example.number)
    expect(shown.split(' ')[0], country).toBe(`+${example.countryCallingCode}`)
    expect(shown.replaceAll(' ', '')).toBe(example.number)
  }
})
