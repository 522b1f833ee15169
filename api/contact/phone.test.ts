import { describe, expect, test } from 'vitest'
import { parsePhone } from './phone.ts'

describe('A phone that may get a code', () => {
  test.each([
    ['+971501234567', '+971501234567'],
    ['+61412345678', '+61412345678'],
    ['+15555550100', '+15555550100'],
    [' 971501234567', '+971501234567'],
    ['+971 (50) 123-45.67', '+971501234567'],
    ['+٩٧١٥٠١٢٣٤٥٦٧', '+971501234567'],
    ['+۹۷۱۵۰۱۲۳۴۵۶۷', '+971501234567'],
    ['＋９７１５０１２３４５６７', '+971501234567'],
    ['\u202a+971 50 123 4567\u202c', '+971501234567'],
    ['\u2066+971\u00a050\u00a0123\u00a04567\u2069', '+971501234567'],
  ])('%s is %s', (written, number) => {
    expect(parsePhone(written, []).number).toBe(number)
  })

  test.each([
    '',
    '+',
    "'",
    '971501234567',
    '+97150',
    '+9715012345678901',
    '+999123456',
    '+971501234567;ext=5',
    '+971a',
    // A dial code before a number that already has it.
    '+971971501234567',
    `${'\u200e'.repeat(100)}+971501234567`,
  ])('%j is invalid', written => {
    expect(() => parsePhone(written, [])).toThrow(expect.objectContaining({ code: 'auth/invalid-phone-number' }))
  })

  test.each([
    ['satellite', '+870773111632'],
    ['satellite', '+881612345678'],
    ['international network', '+882101234567'],
    ['international network', '+88311234567890'],
    ['international premium', '+979123456789'],
    ['shared cost', '+80812345678'],
    ['premium', '+19005551234'],
    ['personal number', '+447012345678'],
  ])('an expensive number (%s) gets no text', (_, written) => {
    expect(() => parsePhone(written, [])).toThrow(expect.objectContaining({ code: 'auth/operation-not-allowed' }))
  })

  test('if the operator named countries, others are not served', () => {
    expect(parsePhone('+971501234567', ['AE', 'EG']).dialCode).toBe('971')
    expect(() => parsePhone('+61412345678', ['AE', 'EG'])).toThrow(
      expect.objectContaining({ code: 'auth/operation-not-allowed' }),
    )
    expect(parsePhone('+15555550100', ['US']).number).toBe('+15555550100')
    expect(() => parsePhone('+15555550100', ['AE'])).toThrow()
  })
})
