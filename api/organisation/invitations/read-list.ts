import Papa from 'papaparse'
import { decodeFile } from '../../../contract/organisation/decode-file.ts'
import { type Cells, type FileProblem, LIST_ROWS } from '../../../contract/organisation/invitation-lists.ts'
import { searchable } from '../../../contract/text/search-text.ts'
import { type FileRow, type Guesses, readPastedList } from './read-pasted-list.ts'

/** The rows of a CSV file or of a pasted text, or the problem of the whole file. */
export function readList(bytes: Buffer, pasted?: Guesses): FileRow[] | FileProblem {
  if (!pasted && isOtherFile(bytes)) return 'no-list'
  const text = pasted ? bytes.toString().replace(INVISIBLE, '') : decodeFile(bytes)
  if (text.trim() === '') return 'empty'
  if (CONTROLS.test(text)) return 'no-list'
  const [headers = [], ...rows] = tableIn(text)
  const columns = columnsIn(headers)
  if (columns.phone === -1) {
    if (pasted && hasManyLines(text)) return 'too-many-rows'
    const lines = pasted ? readPastedList(text, pasted) : []
    return lines.some(({ phone }) => phone !== '') ? filledRows(lines) : 'no-phones'
  }
  const filled = filledRows(rows.map((cells, index) => ({ number: index + 2, ...cellsAt(columns, cells) })))
  return filled.length === 0 ? 'only-headers' : filled
}

function hasManyLines(text: string): boolean {
  return text.split(/[\r\n]/).filter(line => line.trim() !== '').length > LIST_ROWS
}

/** Leaves out empty rows. The numbers of the rows count them all the same. */
function filledRows(rows: readonly FileRow[]): FileRow[] | 'too-many-rows' {
  const filled = rows.filter(({ phone, name, mentor }) => phone + name + mentor !== '')
  return filled.length > LIST_ROWS ? 'too-many-rows' : filled
}

/** Workbooks, PDF and pictures, whatever their name says. */
const SIGNATURES = ['504b0304', 'd0cf11e0', '25504446', '89504e47', 'ffd8ff', '47494638', '52494646'].map(hex =>
  Buffer.from(hex, 'hex'),
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text of a spreadsheet has them.
const CONTROLS = /[\x00-\x08\x0e-\x1f]/
/** Marks of direction and of the byte order, which come along with names and numbers out of a chat. */
const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

function isOtherFile(bytes: Buffer): boolean {
  return SIGNATURES.some(signature => bytes.subarray(0, signature.length).equals(signature))
}

function tableIn(text: string): string[][] {
  // Excel may name its separator in a line before the headers.
  const named = /^sep=(.)\r?\n/i.exec(text)
  const rest = named ? text.slice(named[0].length) : text
  const delimiter = named?.[1] ?? separatorIn(rest.split(/\r?\n/, 1)[0] ?? '')
  return Papa.parse<string[]>(rest, { delimiter }).data
}

function separatorIn(line: string): string {
  const countOf = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].reduce((best, next) => (countOf(next) > countOf(best) ? next : best))
}

/**
 * The names that a column may have, in this order of preference. In many lists the column `number` only counts the
 * rows.
 */
const HEADERS = {
  phone: [
    ...['mobile', 'mobile number', 'mobile no', 'mobile phone', 'cell', 'cell phone'],
    ...['الجوال', 'رقم الجوال', 'جوال', 'الموبايل', 'رقم الموبايل', 'موبايل', 'النقال', 'رقم النقال'],
    ...['المحمول', 'رقم المحمول', 'الهاتف المحمول', 'رقم الهاتف المحمول', 'الخلوي', 'رقم الخلوي', 'الهاتف الخلوي'],
    ...['phone', 'phone number', 'phone no', 'telephone', 'tel', 'tel no', 'contact number', 'contact no'],
    ...['رقم الهاتف', 'الهاتف', 'هاتف', 'رقم هاتف', 'تلفون', 'التلفون', 'رقم التلفون'],
    ...['رقم التواصل', 'رقم الاتصال', 'هاتف المتعلم', 'هاتف المتعلمة', 'هاتف الطالب', 'هاتف الطالبة'],
    ...['whatsapp', 'whatsapp number', 'واتساب', 'الواتساب', 'رقم الواتساب'],
    ...['number', 'رقم', 'الرقم'],
  ],
  name: [
    ...['name', 'full name', 'learner', 'learner name', 'student', 'student name', 'participant', 'participant name'],
    ...['الاسم', 'اسم', 'الاسم الكامل', 'الاسم الثلاثي', 'الاسم الرباعي'],
    ...['اسم المتعلم', 'اسم المتعلمة', 'المتعلم', 'المتعلمة', 'اسم الطالب', 'اسم الطالبة', 'الطالب', 'الطالبة'],
    ...['اسم المشارك', 'اسم المشاركة', 'المشارك', 'المشاركة', 'اسم المتدرب', 'اسم المتدربة'],
    ...['اسم المستفيد', 'اسم المستفيدة', 'المستفيد', 'المستفيدة'],
  ],
  firstName: ['first name', 'firstname', 'given name', 'forename', 'الاسم الأول', 'الاسم الشخصي'],
  secondName: [
    ...['middle name', 'second name', 'father name', 'fathers name'],
    ...['اسم الأب', 'اسم الوالد', 'الاسم الثاني', 'الاسم الأوسط'],
  ],
  thirdName: ['grandfather name', 'grandfathers name', 'third name', 'اسم الجد', 'الاسم الثالث'],
  familyName: [
    ...['family name', 'familyname', 'last name', 'lastname', 'surname', 'family'],
    ...['اسم العائلة', 'العائلة', 'الاسم الأخير', 'الاسم العائلي', 'اللقب', 'الشهرة', 'الاسم الرابع'],
  ],
  mentor: ['mentor', 'mentor name', 'المرشد', 'المرشدة', 'مرشد', 'مرشدة', 'الإرشاد', 'اسم المرشد', 'اسم المرشدة'],
}

type Columns = Record<keyof typeof HEADERS, number>
/** A megabyte of separators would hold up everybody. */
const MAX_COLUMNS = 1000

function columnsIn(headers: readonly string[]): Columns {
  const written = headers
    .slice(0, MAX_COLUMNS)
    .map(header => searchable(header.replace(/\([^()]{0,60}\)|[^\p{L}\s]/gu, '')))
  const at = (names: readonly string[]) =>
    names.map(name => written.indexOf(searchable(name))).find(index => index !== -1) ?? -1
  return mapValues(HEADERS, at)
}

function cellsAt(columns: Columns, cells: readonly string[]): Cells {
  const cell = (column: number) => (cells[column] ?? '').trim().replace(/^'(?=[=+\-@])/, '')
  return { phone: cell(columns.phone), name: nameIn(mapValues(columns, cell)), mentor: cell(columns.mentor) }
}

/**
 * A family name that is a part of the name is not written twice. The name of a father counts only beside a first name.
 */
function nameIn({ name, firstName, secondName, thirdName, familyName }: Record<keyof Columns, string>): string {
  if (!name && firstName) return joined(firstName, secondName, thirdName, familyName)
  return wordsOf(name).includes(wordsOf(familyName)) ? name : joined(name, familyName)
}

function wordsOf(name: string): string {
  return ` ${name.split(/\s+/).map(searchable).join(' ')} `
}

function joined(...names: readonly string[]): string {
  return names.filter(Boolean).join(' ')
}

function mapValues<Key extends string, From, To>(of: Record<Key, From>, to: (value: From) => To): Record<Key, To> {
  return Object.fromEntries(Object.entries<From>(of).map(([key, value]) => [key, to(value)])) as Record<Key, To>
}
