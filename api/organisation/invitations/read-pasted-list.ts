import Papa from 'papaparse'
import type { Cells } from '../../../contract/organisation/invitation-lists.ts'

export type FileRow = Cells & { number: number }

/** Tells what a cell of a list without headers is. */
export type Guesses = { isPhone(text: string): boolean; isMentor(text: string): boolean }

/**
 * The rows of a pasted list without headers: columns of a spreadsheet, or the lines of a message, each with a number, a
 * name or both. Rows have the numbers of their lines.
 */
export function readPastedList(text: string, guesses: Guesses): FileRow[] {
  return columnsOf(text, guesses) ?? linesOf(text, guesses)
}

/** This many rows are enough to tell what a column is, and only this many columns are read. */
const ROWS_TO_GUESS_BY = 100
const MAX_COLUMNS = 30

/** Reads columns as a spreadsheet puts them into the clipboard. Undefined if none of them has phone numbers. */
function columnsOf(text: string, { isPhone, isMentor }: Guesses): FileRow[] | undefined {
  if (!text.includes('\t')) return undefined
  const rows = Papa.parse<string[]>(text, { delimiter: '\t' })
    .data.map((row, index) => ({ number: index + 1, cells: row.slice(0, MAX_COLUMNS).map(cell => cell.trim()) }))
    .filter(({ cells }) => cells.some(Boolean))
  const columns = Array.from({ length: MAX_COLUMNS }, (_, at) => rows.map(({ cells }) => cells[at] ?? ''))
  const filledIn = (column: readonly string[]) => column.filter(Boolean).slice(0, ROWS_TO_GUESS_BY)
  const phones = columns.map(column => filledIn(column).filter(isPhone).length)
  const most = Math.max(...phones)
  if (most === 0) return undefined
  const phone = phones.indexOf(most)
  const [name = -1, ...others] = columns.flatMap((column, at) => (at !== phone && column.some(hasLetters) ? [at] : []))
  // At least half of the cells must name mentors. Otherwise a column of towns would make every row wrong.
  const mentor = others.find(at => {
    const filled = filledIn(columns[at] ?? [])
    return filled.filter(isMentor).length * 2 >= filled.length
  })
  return rows.map(({ number, cells }) => ({
    number,
    phone: cells[phone] ?? '',
    name: cells[name] ?? '',
    mentor: mentor === undefined ? '' : (cells[mentor] ?? ''),
  }))
}

function linesOf(text: string, guesses: Guesses): FileRow[] {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line, index) => ({ number: index + 1, line }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ number, line }) => ({ number, ...cellsIn(line, guesses) }))
  return paired(lines.filter(({ phone, name }) => phone + name !== ''))
}

/** What stands before each message that is copied out of a chat: `[12:30, 28/11/2026] Reem: `. */
const STAMP = /^\s*\[[^\]]{6,40}\]\s*[^:]{1,60}:\s*/u
const BULLET = /^\s*(?:\p{Nd}{1,3}\s*[.)\p{Pd}:]|[•*·▪\p{Pd}])\s*/u
const NUMBER = /[+＋(]*\p{Nd}(?:[\s().\p{Pd}]*\p{Nd}){2,}/gu
const SHORTEST_PHONE = 7
/** More numbers of a line are not read, because two are already a mistake. */
const MAX_NUMBERS = 5
const AROUND_NAMES = /[\s.:•*·▪/(\p{Pd}]/u

function cellsIn(line: string, { isPhone, isMentor }: Guesses): Cells {
  const whole = line.replace(STAMP, '')
  const item = whole.replace(BULLET, '')
  const numbersIn = (text: string) => longOnes((text.match(NUMBER) ?? []).map(one => one.slice(phoneAt(one, isPhone))))
  const [inWhole, inItem] = [numbersIn(whole), numbersIn(item)]
  // `1. 0791234567` begins with the number of an item, but `03-1234567` with the beginning of a phone number.
  const isItem = inItem.join() === inWhole.join() || (inItem.some(isPhone) && !inWhole.some(isPhone))
  const [rest, found] = isItem ? [item, inItem] : [whole, inWhole]
  const good = found.filter(isPhone)
  const phones = good.length > 0 ? good : found
  const words = rest
    .replace(NUMBER, number => {
      const at = phoneAt(number, isPhone)
      return found.includes(number.slice(at)) ? `${number.slice(0, at)}\n` : number
    })
    .split(/[\n\t;؛,،|]/)
    .map(bare)
    .filter(hasLetters)
  const mentor = words.length > 1 && isMentor(words.at(-1) ?? '') ? (words.pop() ?? '') : ''
  return { phone: phones.join(' / '), name: words.join(' '), mentor }
}

/** Where the phone number begins. In `Class 7 0791234567`, the 7 is the end of a name. */
function phoneAt(number: string, isPhone: Guesses['isPhone']): number {
  const start = /^\p{Nd}{1,2}\s+/u.exec(number)?.[0].length ?? 0
  return start > 0 && !isPhone(number) && isPhone(number.slice(start)) ? start : 0
}

function longOnes(found: readonly string[]): string[] {
  const long = found.filter(one => (one.match(/\p{Nd}/gu) ?? []).length >= SHORTEST_PHONE)
  return (long.length > 0 ? long : found).slice(0, MAX_NUMBERS)
}

/**
 * Removes spaces and signs around a name. It is a loop, because a regular expression would be slow on a long line of
 * spaces.
 */
function bare(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && (AROUND_NAMES.test(text.charAt(start)) || text.charAt(start) === ')')) start++
  while (end > start && AROUND_NAMES.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
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
