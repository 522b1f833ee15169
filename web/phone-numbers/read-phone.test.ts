import parsePhoneNumber from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { fullPhone } from '../sign-in/phone/phone-entry.ts'
import { type LoginEvent, type PhoneLogin, untouchedLogin } from '../sign-in/phone/phone-login.ts'
import { reduce } from '../sign-in/phone/reduce-phone-login.ts'

const NOURA = '+971501234567'
const YOUSEF = '+201001234567'

function loginAfter(...events: LoginEvent[]): PhoneLogin {
  return events.reduce(reduce, untouchedLogin)
}

/** Pastes a text, with a chosen country or none, and presses send. Returns the number, the question or the error. */
function sent(country: string, text: string): { to?: string; asks?: string[]; says?: string } {
  const before: LoginEvent[] = country ? [{ type: 'country chosen', countryCode: country }] : []
  const login = loginAfter(...before, { type: 'phone typed', text }, { type: 'submitted' })
  if (login.busy) return { to: fullPhone(login) }
  return login.choices.length > 0 ? { asks: login.choices } : { says: login.problems[0]?.code as string }
}

const AE = 'AE'

describe('one number is read right', () => {
  test.each([
    // The ways in which people write it.
    [AE, '0501234567', NOURA],
    [AE, '501234567', NOURA],
    [AE, '050 123 4567', NOURA],
    [AE, '050-123-4567', NOURA],
    [AE, '050.123.4567', NOURA],
    [AE, '(050) 123-4567', NOURA],
    [AE, '050/1234567', NOURA],
    [AE, '050‐123‑4567', NOURA],
    [AE, '050–123—4567', NOURA],
    [AE, '050−123⁃4567', NOURA],
    [AE, '050 123 4567', NOURA],
    [AE, '050 123 4567', NOURA],
    [AE, ' 050\t123\n4567 ', NOURA],
    // With a dial code, in all its spellings.
    ['', NOURA, NOURA],
    ['AU', NOURA, NOURA],
    [AE, '+971 50 123 4567', NOURA],
    [AE, '+971-50-123-4567', NOURA],
    [AE, '+ 971 50 123 4567', NOURA],
    [AE, '(+971) 50 123 4567', NOURA],
    [AE, '+(971) 50 123 4567', NOURA],
    [AE, '+971 (0)50 123 4567', NOURA],
    [AE, '+971 (0) 50 123 4567', NOURA],
    [AE, '+9710501234567', NOURA],
    [AE, '00971501234567', NOURA],
    ['AU', '00 971 50 123 4567', NOURA],
    ['', '00971 (0)50 123 4567', NOURA],
    ['AU', '0011 971 50 123 4567', NOURA],
    ['US', '011 971 50 123 4567', NOURA],
    ['US', '011971501234567', NOURA],
    [AE, '+00971501234567', NOURA],
    [AE, '++971501234567', NOURA],
    // Without a plus.
    [AE, '971501234567', NOURA],
    [AE, '971 050 123 4567', NOURA],
    [AE, '971501234567+', NOURA],
    ['EG', '201001234567', YOUSEF],
    ['AT', '4366412345678', '+4366412345678'],
    ['ID', '62812345678', '+62812345678'],
    ['AU', '61412345678', '+61412345678'],
    ['US', '1 (212) 555-0123', '+12125550123'],
    [AE, '+971 971 50 123 4567', NOURA],
    // The number begins like the dial code, but it is a number at home.
    ['IN', '9198765432', '+919198765432'],
    ['BR', '55999991234', '+5555999991234'],
    ['EG', '01112345678', '+201112345678'],
    // With invisible characters.
    [AE, '\u202a+971 50 123 4567\u202c', NOURA],
    [AE, '\u202d+971501234567\u202c', NOURA],
    [AE, '\u200e+971501234567', NOURA],
    [AE, '\u200f+971501234567\u200f', NOURA],
    [AE, '\u2066+971 50 123 4567\u2069', NOURA],
    [AE, '\u2068+971 50 123 4567\u2069', NOURA],
    ['', '\u202b+971501234567\u202c', NOURA],
    [AE, '\u200b050\u200c123\u200d4567\ufeff', NOURA],
    [AE, '\u061c0501234567', NOURA],
    [AE, '\u00a0050\u00a0123\u00a04567', NOURA],
    [AE, '+\u202a971\u202c 50 123 4567', NOURA],
    // In digits of other scripts.
    [AE, '٠٥٠١٢٣٤٥٦٧', NOURA],
    [AE, '+٩٧١ ٥٠ ١٢٣ ٤٥٦٧', NOURA],
    [AE, '٠٠٩٧١٥٠١٢٣٤٥٦٧', NOURA],
    [AE, '۰۵۰۱۲۳۴۵۶۷', NOURA],
    [AE, '०५०१२३४५६७', NOURA],
    [AE, '＋９７１５０１２３４５６７', NOURA],
    [AE, '０５０－１２３－４５６７', NOURA],
    [AE, '﹢971501234567', NOURA],
    [AE, '０５０１٢٣۴567', NOURA],
    // As in links and contacts.
    [AE, 'tel:+971501234567', NOURA],
    [AE, 'tel:+971-50-123-4567', NOURA],
    ['', 'tel:0501234567;phone-context=+971', NOURA],
    [AE, 'TEL;TYPE=CELL:+971501234567', NOURA],
    ['', 'sms:+971501234567', NOURA],
    ['', 'tel:%2B971501234567', NOURA],
    [AE, 'https://wa.me/971501234567', NOURA],
    [AE, 'Mobile: 050 123 4567', NOURA],
    ['', 'Noura +971 50 123 4567', NOURA],
    [AE, 'هاتف: ٠٥٠ ١٢٣ ٤٥٦٧', NOURA],
    [AE, '050 123 4567 (home)', NOURA],
    [AE, '📞 050 123 4567', NOURA],
    [AE, '+971501234567 ext. 12', NOURA],
    [AE, '0501234567 x12', NOURA],
    [AE, '+971501234567;ext=12', NOURA],
    // Numbers of other countries, as people write them there.
    ['RU', '8 (912) 345-67-89', '+79123456789'],
    ['HU', '06 20 123 4567', '+36201234567'],
    ['BY', '8 029 491-19-11', '+375294911911'],
    ['GB', '07400 123456', '+447400123456'],
    ['GB', '+44 (0)7400 123456', '+447400123456'],
    ['BS', '359 1234', '+12423591234'],
    ['CI', '07 01 23 45 67', '+2250701234567'],
    ['DE', '0151/23456789', '+4915123456789'],
  ])('%s: %j is %s', (country, text, number) => {
    expect(sent(country, text)).toEqual({ to: number })
    expect(parsePhoneNumber(number)?.isPossible()).toBe(true)
  })
})

describe('an ambiguous number is asked about', () => {
  test.each([
    ['no country', '', '971501234567', [NOURA]],
    ['another country', 'AU', '971501234567', [NOURA]],
    ['another country, dialled as in a third', AE, '0120 1001234567', []],
    ['a digit too many', AE, '05012345678', ['+9715012345678']],
    ['a digit too few', AE, '050123456', ['+97150123456']],
    ['a telephone at home', AE, '04 123 4567', ['+97141234567']],
    ['two numbers', AE, '0501234567 / 0507654321', [NOURA, '+971507654321']],
    ['two numbers with plus', '', '+971501234567, +201001234567', [NOURA, YOUSEF]],
    ['two numbers after one another', AE, '0501234567 0507654321', [NOURA, '+971507654321']],
    ['two numbers with labels', AE, 'mobile 0501234567 work 0507654321', [NOURA, '+971507654321']],
    ['two lines', AE, '0501234567\n0507654321', [NOURA, '+971507654321']],
    ['a label with a digit', AE, 'Mobile 2: 0501234567', [NOURA]],
    ['a plus behind the dial code', AE, '971+ 50 123 4567', [NOURA]],
    ['a plus before a number without one', AE, '+0501234567', [NOURA]],
    ['a dial code or the beginning of a number at home', 'MM', '9512345678', ['+959512345678', '+9512345678']],
    ['parts with commas', AE, '050,123,4567', [NOURA]],
    ['an address with more in it', 'EG', 'https://wa.me/971501234567?text=20', [NOURA]],
  ])('%s (%s): %j', (_, country, text, asks) => {
    expect(sent(country, text)).toEqual(asks.length > 0 ? { asks } : { says: 'invalid-phone-number' })
  })

  test.each([
    ['', '0501234567', 'required'],
    [AE, '', 'required'],
    [AE, 'noura', 'invalid-phone-number'],
    [AE, '12', 'invalid-phone-number'],
    [AE, '0501234S67', 'invalid-phone-number'],
    ['US', '1-800-FLOWERS', 'invalid-phone-number'],
    [AE, '05012345670501234567', 'invalid-phone-number'],
  ])('%s: %j is no number, and the error is %s', (country, text, says) => {
    expect(sent(country, text)).toEqual({ says })
  })

  test('and becomes the one that the person chooses', () => {
    const unsure = loginAfter({ type: 'phone typed', text: '971501234567' }, { type: 'submitted' })
    expect(unsure).toMatchObject({ busy: undefined, choices: [NOURA] })
    const confirmed = reduce(unsure, { type: 'number confirmed', number: NOURA })
    expect(confirmed).toMatchObject({ busy: 'sending', countryCode: 'AE', phone: '501234567', choices: [] })
    expect(fullPhone(confirmed)).toBe(NOURA)
  })

  test('until something else is typed or chosen', () => {
    const unsure = loginAfter({ type: 'phone typed', text: '971501234567' }, { type: 'submitted' })
    expect(reduce(unsure, { type: 'phone typed', text: '97150123456' }).choices).toEqual([])
    expect(reduce(unsure, { type: 'country chosen', countryCode: 'EG' }).choices).toEqual([])
  })
})

/** Types letter by letter before the present text. */
function typedInFront(before: LoginEvent[], text: string, rest: string): PhoneLogin {
  const steps = [...text].map((_, index): LoginEvent => {
    return { type: 'phone typed', text: text.slice(0, index + 1) + rest, digitsBehind: rest.length }
  })
  return loginAfter(...before, { type: 'phone typed', text: rest }, ...steps)
}

describe('a dial code typed before a number', () => {
  test.each([
    ['+971', '501234567', 'AE', '501234567'],
    ['00971', '501234567', 'AE', '501234567'],
    ['+44', '7400123456', 'GB', '7400123456'],
    ['+971', '0501234567', 'AE', '0501234567'],
  ])('%s before %s', (text, rest, countryCode, phone) => {
    expect(typedInFront([], text, rest)).toMatchObject({ countryCode, phone })
  })

  test('removes none of the digits while it is typed', () => {
    expect(typedInFront([], '+', '501234567')).toMatchObject({ countryCode: '', phone: '+501234567', dialCode: '' })
    expect(typedInFront([], '+97', '501234567').phone).toBe('+97501234567')
  })

  test('waits if a longer dial code begins like it, and is read when the button is pressed', () => {
    const waiting = typedInFront([{ type: 'country chosen', countryCode: AE }], '+1', '2125550123')
    expect(waiting).toMatchObject({ phone: '+12125550123' })
    expect(fullPhone(reduce(waiting, { type: 'submitted' }))).toBe('+12125550123')
  })
})
