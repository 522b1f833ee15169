import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { getCountries, getExampleNumber } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { spacedPhone } from './spaced-phone.ts'

test.each([
  ['+971501234567', '+971 50 123 4567'],
  ['+12125550123', '+1 212 555 0123'],
  ['+201001234567', '+20 10 01234567'],
  ['+962790123456', '+962 7 9012 3456'],
  ['+963944567890', '+963 944 567 890'],
  ['+212650123456', '+212 6 50 12 34 56'],
  ['+447700900123', '+44 7700 900123'],
  ['+96265123456', '+962 6 512 3456'],
  ['+29012345', '+290 12345'],
  ['050 123', '050 123'],
  ['+1234', '+1234'],
])('%s is shown as %s', (phone, shown) => {
  expect(spacedPhone(phone)).toBe(shown)
})

test('in every country a mobile number stands in the groups in which people there write it', () => {
  for (const country of getCountries()) {
    const example = getExampleNumber(country, examples)
    // Kazakhstan shares its dial code with Russia, and its numbers are written like those there.
    if (!example || country === 'KZ') continue
    expect(spacedPhone(example.number), country).toBe(example.formatInternational().replaceAll('-', ' '))
  }
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
