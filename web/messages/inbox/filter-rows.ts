import type { InboxRow } from '../../../contract/inbox.ts'
import { plainPhoneText } from '../../../contract/phone-text.ts'
import { toWesternDigits } from '../../i18n/digits.ts'

export const FILTERS = ['waiting', 'all', 'review'] as const
export type Filter = (typeof FILTERS)[number]

/** Those whom a filter and a search leave, in the order they came. */
export function filterRows(rows: readonly InboxRow[], filter: Filter, search: string): InboxRow[] {
  const wanted = simplified(plainPhoneText(search))
  // A phone has its dial code here; people also write it with 00, or with the 0 that is dialled at home.
  const phone = /^(\+|0+)?[\d().-]{4,}$/.test(wanted) ? wanted.replace(/^0+/, '').replace(/\D/g, '') : wanted
  const finds = (name: string) => name.includes(wanted) || (name.startsWith('+') && name.includes(phone))
  return rows.filter(row => passes(row, filter) && finds(simplified(row.name)))
}

export function countRows(rows: readonly InboxRow[], filter: Filter): number {
  return rows.filter(row => passes(row, filter)).length
}

function passes({ waitingSince, toReview }: InboxRow, filter: Filter): boolean {
  if (filter === 'waiting') return waitingSince !== null
  return filter === 'all' || toReview > 0
}

/** As people search: whatever the case, the vowel signs, the shape of an alif, the kind of digits or the blanks. */
function simplified(text: string): string {
  return toWesternDigits(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u0655\u0670\u0640]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/\s+/g, '')
    .toLowerCase()
}
