import { describe, expect, test } from 'vitest'
import { spacedPhone } from '../../phone-numbers/spaced-phone.ts'
import { fullPhone } from './phone-entry.ts'
import { type LoginEvent, type PhoneLogin, untouchedLogin } from './phone-login.ts'
import { reduce } from './reduce-phone-login.ts'

/** Events of a person and the server, one after the other. */
function loginAfter(...events: (LoginEvent | string)[]): PhoneLogin {
  return events.reduce<PhoneLogin>((login, event) => {
    return reduce(login, typeof event === 'string' ? { type: 'phone typed', text: event } : event)
  }, untouchedLogin)
}

/** Letter by letter, as people type. */
function typed(text: string): string[] {
  return [...text].map((_, index) => text.slice(0, index + 1))
}

const chosen = (countryCode: string): LoginEvent => ({ type: 'country chosen', countryCode })
const likely = (countryCode: string): LoginEvent => ({ type: 'country likely', countryCode })
const code = (text: string): LoginEvent => ({ type: 'code typed', text })
const submitted: LoginEvent = { type: 'submitted' }
const codeSent: LoginEvent = {
  type: 'code sent',
  verificationId: 'v1',
  resendAt: 30_000,
  codeExpiresAt: 600_000,
  isNew: true,
  smsFailed: false,
}
const session = { uid: 'noura', idToken: 't', expiresAt: 1, refreshToken: 'r' }

describe('the number that is sent', () => {
  test.each([
    ['AU', '0412 345 678', '+61412345678'],
    ['AE', '٠٥٠ ١٢٣ ٤٥٦٧', '+971501234567'],
    ['IR', '۰۹۱۲۳۴۵۶۷۸۹', '+989123456789'],
    ['GB', '(0)7700 900123', '+447700900123'],
    ['US', '(212) 555-0123', '+12125550123'],
    ['US', '1 212 555 0123', '+12125550123'],
    ['BS', '555 0123', '+12425550123'],
    ['BS', '242 555 0123', '+12425550123'],
    ['DO', '829 555 0123', '+18295550123'],
  ])('of %s, typed as %s, is %s', (country, text, number) => {
    expect(fullPhone(loginAfter(chosen(country), text))).toBe(number)
  })

  test.each([
    ['IT', '06 698 12345', '+390669812345'],
    ['CI', '07 01 23 45 67', '+2250701234567'],
  ])('keeps a 0 that belongs to it, as in %s', (country, text, number) => {
    expect(fullPhone(loginAfter(chosen(country), text))).toBe(number)
  })

  test('is sent as it was typed if the country of its plus is unknown', () => {
    expect(fullPhone(loginAfter(chosen('AU'), '+999 1234'))).toBe('+999 1234')
  })
})

test('the number of a sent code is shown so that it can be compared', () => {
  expect(spacedPhone(fullPhone(loginAfter(chosen('AE'), '0501234567')))).toBe('+971 50 123 4567')
  expect(spacedPhone(fullPhone(loginAfter('+999 1234')))).toBe('+999 1234')
})

describe('a plus at the beginning', () => {
  test('chooses the country and leaves only the rest in the field', () => {
    const login = loginAfter(chosen('AU'), ...typed('+44'), '7700 900123')
    expect(login).toMatchObject({ countryCode: 'GB', dialCode: '44', phone: '7700 900123' })
  })

  test('does the same for a whole pasted number, in Arabic digits too', () => {
    expect(loginAfter('+971 50 123 4567')).toMatchObject({ countryCode: 'AE', phone: '50 123 4567' })
    expect(loginAfter('+٩٧١ ٥٠ ١٢٣ ٤٥٦٧')).toMatchObject({ countryCode: 'AE', phone: '50 123 4567' })
    expect(loginAfter('+44 (0)7700 900123')).toMatchObject({ countryCode: 'GB', phone: '(0)7700 900123' })
  })

  test('may be dialled as 00', () => {
    expect(loginAfter(...typed('0097'), '+971', '50')).toMatchObject({ countryCode: 'AE', phone: '50' })
  })

  test('with 1 means the United States only from five characters on', () => {
    expect(loginAfter(...typed('+121'))).toMatchObject({ countryCode: '', phone: '+121' })
    expect(loginAfter(...typed('+1212'))).toMatchObject({ countryCode: 'US', dialCode: '1', phone: '212' })
  })

  test('uses the longest dial code that matches', () => {
    expect(loginAfter('+1242')).toMatchObject({ countryCode: 'BS', dialCode: '1242', phone: '' })
    expect(loginAfter('+18295550123')).toMatchObject({ countryCode: 'DO', dialCode: '1', phone: '8295550123' })
    expect(loginAfter(...typed('+77'))).toMatchObject({ countryCode: 'KZ', dialCode: '7', phone: '7' })
  })

  test('keeps the choice among countries that share a dial code', () => {
    expect(loginAfter('+44')).toMatchObject({ countryCode: 'GB' })
    expect(loginAfter(chosen('JE'), '+44')).toMatchObject({ countryCode: 'JE' })
    expect(loginAfter(chosen('CA'), '+1416')).toMatchObject({ countryCode: 'CA', phone: '416' })
  })

  test('stays in the field while no country matches', () => {
    expect(loginAfter(chosen('AU'), '+999')).toMatchObject({ phone: '+999', dialCode: '', countryCode: 'AU' })
  })
})

describe('the country of the IP address', () => {
  test('is chosen for a person who chose none', () => {
    expect(loginAfter(likely('EG'))).toMatchObject({ countryCode: 'EG', dialCode: '20' })
  })

  test('changes no choice that was made before the reply came', () => {
    expect(loginAfter(chosen('AU'), likely('EG'))).toMatchObject({ countryCode: 'AU' })
    expect(loginAfter('+44', likely('EG'))).toMatchObject({ countryCode: 'GB' })
  })

  test('has no effect if the country is unknown', () => {
    expect(loginAfter(likely('ZZ'))).toMatchObject({ countryCode: '', dialCode: '' })
  })

  test('returns when the phone is cleared, its dial code with the first digit', () => {
    const cleared = loginAfter(likely('EG'), chosen('AU'), '04', '')
    expect(cleared).toMatchObject({ countryCode: 'EG', dialCode: '' })
    expect(reduce(cleared, { type: 'phone typed', text: '1' })).toMatchObject({ dialCode: '20' })
  })

  test('leaves no country when the phone is cleared and none is known', () => {
    expect(loginAfter(chosen('AU'), '04', '')).toMatchObject({ countryCode: '', dialCode: '' })
  })

  test('changes nothing after that step', () => {
    expect(loginAfter('+99912345', submitted, codeSent, likely('EG'))).toMatchObject({ step: 'code', countryCode: '' })
  })
})

describe('missing values are errors at their fields, and nothing is sent', () => {
  test.each<[string, LoginEvent[], string]>([
    ['no phone', [chosen('AU')], 'phone'],
    ['only spaces', [chosen('AU'), { type: 'phone typed', text: '  ' }], 'phone'],
    ['no country', [{ type: 'phone typed', text: '0412345678' }], 'country'],
    ['no code', [chosen('AU'), { type: 'phone typed', text: '0412345678' }, submitted, codeSent], 'code'],
  ])('%s', (_, events, at) => {
    expect(loginAfter(...events, submitted)).toMatchObject({ busy: undefined, problems: [{ at, code: 'required' }] })
  })

  test('a number with its own plus needs no country', () => {
    expect(loginAfter('+999 1234', submitted)).toMatchObject({ busy: 'sending', problems: [] })
  })
})

describe('after the code was sent', () => {
  const sent = [chosen('AU'), '0412345678', submitted, codeSent] as const

  test('the screen asks for it', () => {
    expect(loginAfter(...sent)).toMatchObject({ step: 'code', busy: undefined, verificationId: 'v1', isNew: true })
  })

  test('it accepts six digits of any script and nothing else', () => {
    expect(loginAfter(...sent, code('48 21 37 9')).code).toBe('482137')
    expect(loginAfter(...sent, code('٤٨٢١۳۷')).code).toBe('482137')
    expect(loginAfter(...sent, code('４８２１３７')).code).toBe('482137')
  })

  test('another phone deletes the code, the name and the sent code', () => {
    const filled = loginAfter(...sent, code('123456'), { type: 'name typed', text: 'Noura' })
    const forgotten = { step: 'phone', verificationId: '', code: '', name: '', isNew: false, problems: [] }
    expect(reduce(filled, { type: 'phone typed', text: '041234567' })).toMatchObject(forgotten)
    expect(reduce(filled, chosen('AE'))).toMatchObject(forgotten)
    expect(reduce(filled, { type: 'phone reopened' })).toMatchObject({ ...forgotten, phone: '0412345678' })
  })

  test('a name of more than 100 letters ends between two letters', () => {
    const { name } = loginAfter(...sent, { type: 'name typed', text: `${'ن'.repeat(99)}😀😀` })
    expect(name).toBe(`${'ن'.repeat(99)}😀`)
  })

  test('a second code keeps the name and deletes the typed code', () => {
    const again = loginAfter(
      ...sent,
      code('1'),
      { type: 'name typed', text: 'Noura' },
      { type: 'resend asked' },
      codeSent,
    )
    expect(again).toMatchObject({ step: 'code', code: '', name: 'Noura', busy: undefined })
  })

  test('a wrong one can be corrected', () => {
    const problem = { at: 'code', code: 'invalid-verification-code' } as const
    const wrong = loginAfter(...sent, code('111111'), submitted, { type: 'failed', problem })
    // The field is empty, ready for the right code.
    expect(wrong).toMatchObject({ step: 'code', busy: undefined, code: '', problems: [problem] })
    expect(reduce(wrong, code('1'))).toMatchObject({ code: '1', problems: [] })
  })

  test('another press repeats only the loading if that failed', () => {
    const problem = { at: 'form', code: '0318' } as const
    const failed = loginAfter(
      ...sent,
      code('1'),
      submitted,
      { type: 'code accepted', session, isJoined: false },
      { type: 'failed', problem },
    )
    expect(failed).toMatchObject({ step: 'loading', session, problems: [problem] })
    expect(reduce(failed, submitted)).toMatchObject({ step: 'loading', busy: 'loggingIn', session, problems: [] })
  })
})

describe('a code that is still valid', () => {
  const waiting = {
    phone: '501234567',
    dialCode: '971',
    countryCode: 'AE',
    verificationId: 'v1',
    resendAt: 30_000,
    codeExpiresAt: 600_000,
    isNew: false,
    isTooMany: false,
  }

  test('leads to its step, with the number that it was sent to', () => {
    const login = loginAfter({ type: 'code still good', waiting })
    expect(login).toMatchObject({ ...waiting, step: 'code', isResumed: true, code: '', busy: undefined })
    expect(fullPhone(login)).toBe('+971501234567')
  })

  test('stays if the server sends no other', () => {
    const refused = loginAfter(
      { type: 'code still good', waiting },
      code('12'),
      { type: 'resend asked' },
      { type: 'resend refused', resendAt: 240_000 },
    )
    expect(refused).toMatchObject({ step: 'code', code: '12', resendAt: 240_000, isTooMany: true, busy: undefined })
  })
})

describe('a new person who learned by e-mail before', () => {
  const past = (usedEmail: boolean): LoginEvent => ({ type: 'past answered', usedEmail })
  const email = (text: string): LoginEvent => ({ type: 'email typed', text })
  const password = (text: string): LoginEvent => ({ type: 'password typed', text })
  const codeStep = [chosen('AU'), '0412345678', submitted, codeSent, code('482137')] as const
  const filled = [...codeStep, past(true), email('noura@example.org'), password('steps 2026')] as const

  test('may leave the e-mail address out', () => {
    expect(loginAfter(...codeStep, past(true), submitted)).toMatchObject({ busy: 'loggingIn', problems: [] })
    expect(loginAfter(...codeStep, past(true), email('  '), submitted)).toMatchObject({ busy: 'loggingIn', email: '' })
  })

  test('sees all mistakes at once', () => {
    const wrong = loginAfter(...codeStep, code(''), past(true), email('noura'), submitted)
    expect(wrong).toMatchObject({
      busy: undefined,
      problems: [
        { at: 'code', code: 'required' },
        { at: 'email', code: 'invalidEmail' },
        { at: 'password', code: 'required' },
      ],
    })
    expect(reduce(wrong, email('noura@example.org')).problems.map(({ at }) => at)).toEqual(['code', 'password'])
    expect(reduce(wrong, email('')).problems.map(({ at }) => at)).toEqual(['code'])
  })

  test('chooses no, and e-mail address and password are deleted', () => {
    expect(loginAfter(...filled, past(false))).toMatchObject({ usedEmail: false, email: '', password: '' })
  })

  test('leaves no password in the field of the e-mail address', () => {
    expect(loginAfter(...filled, email(''))).toMatchObject({ usedEmail: true, email: '', password: '' })
  })

  test('keeps all of it for a second code, and none of it for another phone', () => {
    const kept = { usedEmail: true, email: 'noura@example.org', password: 'steps 2026' }
    expect(loginAfter(...filled, { type: 'resend asked' }, codeSent)).toMatchObject(kept)
    expect(loginAfter(...filled, { type: 'phone reopened' })).toMatchObject({
      usedEmail: undefined,
      email: '',
      password: '',
    })
  })

  test('signs in at once when the accounts are merged', () => {
    const joined = loginAfter(...filled, submitted, { type: 'code accepted', session, isJoined: true })
    expect(joined).toMatchObject({ step: 'loading', session, busy: 'loggingIn' })
  })

  const weak = { at: 'password', code: 'weak-password' } as const
  const linking = [...filled, submitted, { type: 'code accepted', session, isJoined: false }] as const

  test('has a used code when the e-mail address could not be linked, and needs no other', () => {
    const refused = loginAfter(...linking, { type: 'failed', problem: weak })
    expect(refused).toMatchObject({ step: 'linking', session, problems: [weak], code: '482137' })
    expect(reduce(refused, code('1'))).toBe(refused)
    const again = reduce(reduce(refused, password('better 2026')), submitted)
    expect(again).toMatchObject({ step: 'linking', busy: 'loggingIn', session, problems: [] })
  })

  test('may continue without the e-mail address then', () => {
    const alone = [{ type: 'failed', problem: weak }, past(false), submitted] as const
    expect(loginAfter(...linking, ...alone)).toMatchObject({ step: 'linking', busy: 'loggingIn', email: '', session })
  })

  test('may ask for another code then, which starts again', () => {
    const afresh = [{ type: 'failed', problem: weak }, { type: 'resend asked' }, codeSent] as const
    expect(loginAfter(...linking, ...afresh)).toMatchObject({
      step: 'code',
      session: undefined,
      email: 'noura@example.org',
    })
  })

  test('changes nothing any more when only the loading is left', () => {
    const loading = loginAfter(...linking, { type: 'email linked', session }, { type: 'failed', problem: weak })
    expect(loading).toMatchObject({ step: 'loading' })
    for (const event of [email('other@example.org'), password('x'), code('1')])
      expect(reduce(loading, event)).toBe(loading)
  })
})

test('during a request nothing can be changed or sent twice', () => {
  const sending = loginAfter(chosen('AU'), '0412345678', submitted)
  const meddling: LoginEvent[] = [
    submitted,
    chosen('AE'),
    { type: 'phone typed', text: '1' },
    { type: 'phone reopened' },
  ]
  for (const event of meddling) expect(reduce(sending, event)).toBe(sending)
})
