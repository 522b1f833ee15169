import { expect, test } from 'vitest'
import { checkRow, guessesBy } from './check-row.ts'
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
/** The text in Windows-1256. A letter that this encoding does not have becomes a question mark. */
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
  ['headers as schools write them', Buffer.from(arabic(',').replace(/^.*/, 'اسم الطالبة,المرشدة,رقم التواصل'))],
  ['old Mac line ends', Buffer.from(arabic(',').replaceAll('\r\n', '\r'))],
])('a list with %s is read', (_, file) => {
  expect(readList(file)).toEqual(ROWS)
})

test('a list in the old Arabic code page of Windows is read', () => {
  const rows = readList(inWindows1256(plainDigits(withoutMark)))
  expect(rows).toEqual(ROWS.map(row => ({ ...row, phone: plainDigits(row.phone) })))
})

test('a column that counts the rows is not that of the phones', () => {
  for (const headers of ['الرقم,الاسم,رقم الهاتف', 'Number,Name,Phone (WhatsApp)', 'Phone,Name,Mobile'])
    expect(readList(Buffer.from(`${headers}\n1,رنا,0791234567`))).toMatchObject([{ phone: '0791234567', name: 'رنا' }])
})

test.each([
  ['First name,Family name,Phone', 'رنا,عودة,0791234567', 'رنا عودة'],
  ['Surname,First_Name,Mobile', 'Odeh,Rana,0791234567', 'Rana Odeh'],
  ['الاسم الاول,اسم الأب,اسم الجد,اسم العائلة,الجوال', 'رنا,سامي,,عودة,0791234567', 'رنا سامي عودة'],
  ['الاسم,اسم العائلة,الهاتف', 'رنا,عودة,0791234567', 'رنا عودة'],
  ['Full name,Family name,Father name,Phone', 'رنا عوده,عودة,سامي,0791234567', 'رنا عوده'],
  ['Last name,Phone', 'Odeh,0791234567', 'Odeh'],
])('a name in several columns is joined: %s', (headers, cells, name) => {
  const [row] = readList(Buffer.from(`${headers}\n${cells}`))
  expect(row).toEqual({ number: 2, phone: '0791234567', name, mentor: '' })
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
  ['tel:+971-50-123-4567', '+971501234567'],
  ['جوال: ٠٧٩١٢٣٤٥٦٧', '+962791234567'],
  ["'+٩٦٢\u00a0(79)\u200f 123–4567", '+962791234567'],
  ['079/1234567', '+962791234567'],
  ['0791234567;', '+962791234567'],
  ['791234567.0', '+962791234567'],
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
  ['0791234567 أو 0781234567', 'phone-wrong', { cell: 'phone', text: '0791234567' }],
  ['079 123 4567 – 078 123 4567', 'phone-wrong', { cell: 'phone', text: '079 123 4567' }],
  ['0791234567 (واتساب)', 'phone-wrong', { cell: 'phone', text: '0791234567' }],
  ['https://wa.me/962791234567', 'phone-wrong', { cell: 'phone', text: '962791234567' }],
  ['12 / 0781234567', 'phone-wrong', { cell: 'phone', text: '0781234567' }],
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

test('names of mentors that are far too long hold nobody up', () => {
  const mentors = Array.from({ length: 60 }, (_, id) => ({ id, name: `Salma Haddad ${id}` }))
  const mentor = 'x '.repeat(500_000)
  expect(checkRow({ phone: '0791234567', name: '', mentor }, { ...RULES, mentors })).toMatchObject({ guess: null })
}, 5000)

const row = (number: number, phone: string, name = '', mentor = '') => ({ number, phone, name, mentor })
const lines = (...all: string[]) => all.join('\n')

test.each<[string, string, object[]]>([
  ['rows of a spreadsheet with headers', 'الاسم\tرقم الهاتف\nرنا\t0791234567', [row(2, '0791234567', 'رنا')]],
  [
    'rows of a spreadsheet without headers, in which a number, a town and a mentor are, too',
    lines('1\tسميرة\tالزرقاء\t0791234567\tسلمى حداد\r', '2\t\tإربد\t٠٧٨١٢٣٤٥٦٧\tHeba Odeh\r', ''),
    [row(1, '0791234567', 'سميرة', 'سلمى حداد'), row(2, '٠٧٨١٢٣٤٥٦٧', '', 'Heba Odeh')],
  ],
  ['one column', lines('0791234567', '', '٠٧٨ ١٢٣ ٤٥٦٧'), [row(1, '0791234567'), row(3, '٠٧٨ ١٢٣ ٤٥٦٧')]],
  [
    'marks of direction and spaces that do not break, as in a chat',
    'أم محمد (سميرة): \u202a+962\u00a079\u00a01234567\u202c',
    [row(1, '+962\u00a079\u00a01234567', 'أم محمد (سميرة)')],
  ],
  [
    'semicolons and commas of both scripts',
    lines('رنا؛ 0791234567؛ سلمى حدّاد', 'Sami; 0781234567', '0771234567، عبد الله'),
    [row(1, '0791234567', 'رنا', 'سلمى حدّاد'), row(2, '0781234567', 'Sami'), row(3, '0771234567', 'عبد الله')],
  ],
  [
    'items with numbers, whose first digits do not become a part of the phone',
    lines('1. 0791234567 رنا', '٢) سامي ٠٧٨١٢٣٤٥٦٧', '• 077-123 4567', '- Huda - 0791112223'),
    [row(1, '0791234567', 'رنا'), row(2, '٠٧٨١٢٣٤٥٦٧', 'سامي'), row(3, '077-123 4567'), row(4, '0791112223', 'Huda')],
  ],
  [
    'messages that were copied with their times',
    lines('[12:30 م، 28/11/2026] ريم: رنا 0791234567', '[12:31 م، 28/11/2026] ريم: 0781234567'),
    [row(1, '0791234567', 'رنا'), row(2, '0781234567')],
  ],
  [
    'each name above its number, with a heading',
    lines('قائمة إربد:', 'رنا', '0791234567', 'سامي', '0781234567', '0771234567'),
    [row(1, '', 'قائمة إربد'), row(2, '0791234567', 'رنا'), row(4, '0781234567', 'سامي'), row(6, '0771234567')],
  ],
  [
    'each name below its number',
    lines('0791234567', 'رنا', '', '0781234567', 'سامي'),
    [row(1, '0791234567', 'رنا'), row(4, '0781234567', 'سامي')],
  ],
  [
    'a name between two numbers, which could be of either',
    lines('0791234567', 'رنا', '0781234567'),
    [row(1, '0791234567'), row(2, '', 'رنا'), row(3, '0781234567')],
  ],
  ['two phones of a person', 'رنا 0791234567 / 0781234567', [row(1, '0791234567 / 0781234567', 'رنا')]],
  ['a number that is no phone beside one', 'رنا، 9991012345، 0781234567', [row(1, '0781234567', 'رنا')]],
  [
    'a number that ends a name or begins a line',
    lines('رنا صفّ ٧ ٠٧٩١٢٣٤٥٦٧', '2 0781234567'),
    [row(1, '٠٧٩١٢٣٤٥٦٧', 'رنا صفّ ٧'), row(2, '0781234567')],
  ],
  ['a phone that is too short', 'رنا 07912', [row(1, '07912', 'رنا')]],
])('a pasted list is read: %s', (_, text, rows) => {
  expect(readList(Buffer.from(text), guessesBy(RULES))).toEqual(rows)
})

test.each([
  ['مرحبا، هذه القائمة', 'no-phones'],
  [' \u200f \n', 'empty'],
  ['0791234567\n'.repeat(5001), 'too-many-rows'],
])('a pasted text of which nobody can be invited is refused with its reason', (text, problem) => {
  expect(readList(Buffer.from(text), guessesBy(RULES))).toBe(problem)
})

const MB = 1_000_000
test.each<[string, string, string | object]>([
  ['one line of spaces', `رنا${' '.repeat(MB)}.`, 'no-phones'],
  ['empty rows of tabs', `${'\t\n'.repeat(MB / 2)}رنا`, 'no-phones'],
  ['one line of dots between names', `رنا${'.'.repeat(MB / 2)}سامي 0791234567`, [{ phone: '0791234567' }]],
  ['one line of numbers', '0791234567,'.repeat(MB / 11), [{ phone: expect.stringMatching(/^0791234567 \/ /) }]],
  ['one row of tabs', `0791234567${'\t'.repeat(MB)}`, [row(1, '0791234567')]],
  ['a wide row and many rows', `0791234567${'\t'.repeat(MB / 2)}${'\n0791234567'.repeat(4000)}`, { length: 4001 }],
  ['headers of brackets', `phone,${'('.repeat(MB)}\n0791234567`, [{ number: 2, phone: '0791234567' }]],
  ['a file of separators', `phone${','.repeat(MB)}\n0791234567`, [{ number: 2, phone: '0791234567' }]],
])('a hostile text holds nobody up: %s', (_, text, rows) => {
  const read = readList(Buffer.from(text), guessesBy(RULES))
  if (typeof rows === 'string') expect(read).toBe(rows)
  else expect(read).toMatchObject(rows)
})
