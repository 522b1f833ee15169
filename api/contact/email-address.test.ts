import { describe, expect, test } from 'vitest'
import { parseEmail } from './email-address.ts'

const NOURA = 'noura@example.org'
const REFUSED = expect.objectContaining({ code: 'auth/invalid-email' })

describe('E-mail addresses', () => {
  test.each([
    'noura@example.org',
    ' Noura@Example.ORG ',
    'NOURA@example.org.',
    'noura@ｅｘａｍｐｌｅ．ｏｒｇ',
    '\u200fnoura@example.org\u200e',
    '\u00a0noura@example.org',
  ])("%j is one way to write Noura's e-mail address", written => {
    expect(parseEmail(written)).toBe(NOURA)
  })

  test('digits are the same from every keyboard', () => {
    for (const written of ['noura٢٠٢٦@example.org', 'noura۲۰۲۶@example.org'])
      expect(parseEmail(written)).toBe('noura2026@example.org')
  })

  test('a domain in Arabic letters equals its ASCII form', () => {
    expect(parseEmail('noura@مثال.إختبار')).toBe('noura@xn--mgbh0fb.xn--kgbechtv')
    expect(parseEmail('noura@XN--MGBH0FB.xn--kgbechtv.')).toBe('noura@xn--mgbh0fb.xn--kgbechtv')
  })

  test('a plus and other marks before the @ belong to the e-mail address', () => {
    expect(parseEmail("O'Noura+Steps@example.org")).toBe("o'noura+steps@example.org")
  })

  test.each([
    '',
    '@',
    'noura',
    'noura@',
    '@example.org',
    'noura@localhost',
    'noura@127.0.0.1',
    'noura@0x7f.1',
    'noura@[::1]',
    'noura@example.org:25',
    'noura@example.org/x',
    'noura@example.org?x',
    'noura@example.org#x',
    'noura@ex%61mple.org',
    'noura@yousef@example.org',
    'no ura@example.org',
    'noura@exa mple.org',
    'noura@-example.org',
    'noura@example..org',
    '"noura"@example.org',
    'noura, yousef@example.org',
    '<noura@example.org>',
    'Noura <noura@example.org>',
    'نورة@example.org',
    // The Kelvin sign becomes a k in lower case.
    '\u212aarim@example.org',
    'noura@example.org\r\nBcc: yousef@example.org',
    'noura@example.org\n',
    'noura\u0000@example.org',
    `${'n'.repeat(65)}@example.org`,
    `noura@${'example.'.repeat(32)}org`,
  ])('%j is invalid', written => {
    expect(() => parseEmail(written)).toThrow(REFUSED)
  })
})
