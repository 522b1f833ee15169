import Papa from 'papaparse'
import type { Cells } from '../../../contract/organisation/invitation-lists.ts'

export type FileRow = Cells & { number: number }

/** Which cells of a list without headers are what. */
export type Guesses = { isPhone(text: string): boolean; isMentor(text: string): boolean }

/**
 * The rows of a pasted list without headers: columns of a spreadsheet, or the lines of a message, each with a number, a
 * name or both. Rows have the numbers of their lines.
 */
export function readPastedList(text: string, guesses: Guesses): FileRow[] {
  return columnsOf(text, guesses) ?? linesOf(text, guesses)
}

/** What a spreadsheet puts into the clipboard. */
function columnsOf(text: string, { isPhone, isMentor }: Guesses): FileRow[] | undefined {
  if (!text.includes('\t')) return undefined
  const rows = Papa.parse<string[]>(text, { delimiter: '\t' }).data.map(row => row.map(cell => cell.trim()))
  const width = Math.max(...rows.map(row => row.length))
  const columns = Array.from({ length: width }, (_, at) => rows.map(row => row[at] ?? ''))
  const countOf = (column: readonly string[], is: (cell: string) => boolean) => column.filter(is).length
  const phones = columns.map(column => countOf(column, isPhone))
  const most = Math.max(...phones)
  if (most === 0) return undefined
  const phone = phones.indexOf(most)
  const [name = -1, ...others] = columns.flatMap((column, at) => (at !== phone && column.some(hasLetters) ? [at] : []))
  // A column of towns does not make every row wrong.
  const mentor = others.find(at => {
    const filled = columns[at]?.filter(Boolean) ?? []
    return countOf(filled, isMentor) * 2 >= filled.length
  })
  return rows.map((row, index) => ({
    number: index + 1,
    phone: row[phone] ?? '',
    name: row[name] ?? '',
    mentor: mentor === undefined ? '' : (row[mentor] ?? ''),
  }))
}

function linesOf(text: string, guesses: Guesses): FileRow[] {
  const lines = text.split(/\r\n?|\n/).map((line, index) => ({ number: index + 1, ...cellsIn(line, guesses) }))
  return paired(lines.filter(({ phone, name }) => phone + name !== ''))
}

/** Before each message that is copied out of a chat: `[12:30, 28/11/2026] Reem: `. */
const STAMP = /^\s*\[[^\]]{6,40}\]\s*[^:]{1,60}:\s*/u
const BULLET = /^\s*(?:\p{Nd}{1,3}\s*[.)\p{Pd}:]|[•*·▪\p{Pd}])\s*/u
const NUMBER = /[+＋(]*\p{Nd}(?:[\s().\p{Pd}]*\p{Nd}){2,}/gu
const SHORTEST_PHONE = 7
const AROUND_NAMES = /^[\s.:•*·▪/()\p{Pd}]+|[\s.:•*·▪/(\p{Pd}]+$/gu

function cellsIn(line: string, { isPhone, isMentor }: Guesses): Cells {
  const whole = line.replace(STAMP, '')
  const item = whole.replace(BULLET, '')
  const [inWhole, inItem] = [numbersIn(whole), numbersIn(item)]
  // The number of an item is not the beginning of the phone's, and a beginning like `03-` not the number of an item.
  const isItem = inItem.join() === inWhole.join() || (inItem.some(isPhone) && !inWhole.some(isPhone))
  const [rest, found] = isItem ? [item, inItem] : [whole, inWhole]
  const good = found.filter(isPhone)
  const phones = good.length > 0 ? good : found
  const words = found
    .reduce((left, number) => left.replace(number, '\n'), rest)
    .split(/[\n\t;؛,،|]/)
    .map(part => part.replace(AROUND_NAMES, ''))
    .filter(hasLetters)
  const mentor = words.length > 1 && isMentor(words.at(-1) ?? '') ? (words.pop() ?? '') : ''
  return { phone: phones.join(' / '), name: words.join(' '), mentor }
}

function numbersIn(text: string): string[] {
  const found = text.match(NUMBER) ?? []
  const long = found.filter(one => (one.match(/\p{Nd}/gu) ?? []).length >= SHORTEST_PHONE)
  return long.length > 0 ? long : found
}

/**
 * Puts a name and the number in the next line together, or a number and the name in the next line. If it could be
 * either, each stays alone, and a name without a number is a mistake that is shown.
 */
function paired(lines: readonly FileRow[]): FileRow[] {
  const isName = (line?: FileRow) => line?.phone === ''
  const isNumber = (line?: FileRow) => line?.name === '' && line.phone !== ''
  const [first, last] = [lines[0], lines.at(-1)]
  const isNameFirst = !isNumber(first) && !isName(last)
  if (!isNameFirst && !(isNumber(first) && isName(last))) return [...lines]
  const [comesFirst, comesSecond] = isNameFirst ? [isName, isNumber] : [isNumber, isName]
  return lines.flatMap((line, index) => {
    if (comesFirst(line) && comesSecond(lines[index + 1])) return []
    const former = lines[index - 1]
    if (!former || !comesSecond(line) || !comesFirst(former)) return line
    return { ...former, phone: former.phone + line.phone, name: former.name + line.name, mentor: '' }
  })
}

function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text)
}
