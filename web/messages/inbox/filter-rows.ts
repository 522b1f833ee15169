import type { InboxRow } from '../../../contract/inbox.ts'
import { toWesternDigits } from '../../i18n/digits.ts'

export const FILTERS = ['waiting', 'all', 'review'] as const
export type Filter = (typeof FILTERS)[number]

/** Those whom a filter and a search leave, in the order they came. */
export function filterRows(rows: readonly InboxRow[], filter: Filter, search: string): InboxRow[] {
  const wanted = simplified(search)
  return rows.filter(row => passes(row, filter) && simplified(row.name).includes(wanted))
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
