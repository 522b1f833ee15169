import { expect, test } from 'vitest'
import { checkRow } from './check-row.ts'
import { readList } from './read-list.ts'

const ROWS = [
  { number: 2, phone: '0791234567', name: 'سميرة عوض', mentor: '' },
  { number: 3, phone: '٠٧٨١٢٣٤٥٦٧', name: 'Amna, Saad', mentor: 'سلمى حداد' },
]
const arabic = (separator: string) =>
  [
    ['الاسم', 'المُرشد', 'رقم الهاتف'],
    ['سميرة عوض', '', '0791234567'],
    ['"Amna, Saad"', 'سلمى حداد', '٠٧٨١٢٣٤٥٦٧'],
  ]
    .map(row => row.join(separator))
    .join('\r\n')
/** What Windows-1256 has for the letters of these texts, and nothing else. */
const inWindows1256 = (text: string) => {
  const decoder = new TextDecoder('windows-1256')
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Buffer.from([code])), code]))
  return Buffer.from([...text].map(letter => codes.get(letter) ?? 63))
}
const withoutMark = arabic(',').replace('المُرشد', 'المرشد')
const plainDigits = (text: string) => text.replace(/[٠-٩]/g, digit => String(digit.charCodeAt(0) & 0xf))

test.each<[string, Buffer]>([
  ['UTF-8', Buffer.from(arabic(','))],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${arabic(',')}`)],
  ['UTF-16', Buffer.from(`\uFEFF${arabic('\t')}`, 'utf16le')],
  ['UTF-16 the other way round', Buffer.from(`\uFEFF${arabic('\t')}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from(arabic(';'), 'utf16le')],
  ['semicolons', Buffer.from(arabic(';'))],
  ['tabs', Buffer.from(arabic('\t'))],
  ['a line that names the separator', Buffer.from(`sep=;\r\n${arabic(';')}`)],
  ['empty rows at the end', Buffer.from(`${arabic(',')}\r\n,,\r\n\r\n`)],
  ['English headers in another order', Buffer.from(arabic(',').replace(/^.*/, 'Full name,MENTOR,Phone number'))],
  ['old Mac line ends', Buffer.from(arabic(',').replaceAll('\r\n', '\r'))],
])('a list with %s is read', (_, file) => {
  expect(readList(file)).toEqual(ROWS)
})

test('a list in the old Arabic code page of Windows is read', () => {
  const rows = readList(inWindows1256(plainDigits(withoutMark)))
  expect(rows).toEqual(ROWS.map(row => ({ ...row, phone: plainDigits(row.phone) })))
})

test('an empty row between others does not change the number of the next one', () => {
  expect(readList(Buffer.from('phone\n0791\n\n0792\n'))).toMatchObject([{ number: 2 }, { number: 4 }])
})

test.each<[string, Buffer, string]>([
  ['an empty file', Buffer.from('\uFEFF \n'), 'empty'],
  ['only headers', Buffer.from('name,phone\n,\n'), 'only-headers'],
  ['no column of phones', Buffer.from('name,town\nRana,Irbid\n'), 'no-phones'],
  ['a picture with another name', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'no-list'],
  ['a workbook with another name', Buffer.from('504b03041400', 'hex'), 'no-list'],
  ['5,001 rows', Buffer.from(`phone\n${'0791234567\n'.repeat(5001)}`), 'too-many-rows'],
])('%s is refused with its reason', (_, file, problem) => {
  expect(readList(file)).toBe(problem)
})

const RULES = {
  country: 'JO',
  countries: [],
  mentorId: 7,
  reach: 'everybody' as const,
  mentors: [
    { id: 1, name: 'سلمى حدّاد' },
    { id: 2, name: 'Hiba Odeh' },
  ],
}

test.each([
  ['0791234567', '+962791234567'],
  ['791234567', '+962791234567'],
  ['٠٧٩ ١٢٣ ٤٥٦٧', '+962791234567'],
  ['+962 79 123 4567', '+962791234567'],
  ['00962791234567', '+962791234567'],
  ['962791234567', '+962791234567'],
  ['+962 (0)79 123-4567', '+962791234567'],
  ['+971501234567', '+971501234567'],
])('%s is %s', (phone, phoneNumber) => {
  expect(checkRow({ phone, name: '', mentor: '' }, RULES)).toEqual({ phoneNumber, name: null, mentorId: 7 })
})

test.each([
  ['', 'phone-missing', null],
  ['7.9E+08', 'phone-rounded', null],
  ['7,91235E+08', 'phone-rounded', null],
  ['+962 79 012 34', 'phone-short', null],
  ['+962 79 012 34 56 78 90', 'phone-long', null],
  ['ask her', 'phone-wrong', null],
  ['0791234567 / 0781234567', 'phone-wrong', { cell: 'phone', text: '0791234567' }],
  ['+881612345678', 'phone-not-allowed', null],
])('the phone %s is not guessed: %s', (phone, reason, guess) => {
  expect(checkRow({ phone, name: '', mentor: '' }, RULES)).toEqual({ reason, guess })
})

test('a number without a country needs one', () => {
  const row = { phone: '0791234567', name: '', mentor: '' }
  expect(checkRow(row, { ...RULES, country: undefined })).toMatchObject({ reason: 'phone-without-country' })
})

test('a mentor is found in any spelling, and a mistyped one is guessed', () => {
  const check = (mentor: string) => checkRow({ phone: '0791234567', name: ' Rana ', mentor }, RULES)
  expect(check('سلمي حداد')).toMatchObject({ mentorId: 1, name: 'Rana' })
  expect(check('heba  oda')).toEqual({ reason: 'mentor-unknown', guess: { cell: 'mentor', text: 'Hiba Odeh' } })
  expect(check('Nobody')).toEqual({ reason: 'mentor-unknown', guess: null })
})
