import type { InboxRow } from '../../../contract/inbox/inbox.ts'
import { digitsApart } from '../../../contract/text/digits-apart.ts'
import { plainPhoneText } from '../../../contract/text/phone-text.ts'
import { searchable } from '../../../contract/text/search-text.ts'

export const FILTERS = ['waiting', 'all', 'review', 'covered'] as const
export type Filter = (typeof FILTERS)[number]

/** The rows that match filter and search, in their order. */
export function filterRows(rows: readonly InboxRow[], filter: Filter, search: string): InboxRow[] {
  const wanted = searchable(plainPhoneText(search))
  // Stored phones have a dial code; people also write 00, or the 0 that they dial at home.
  const phone = /^(\+|0+)?[\d().-]{4,}$/.test(wanted) ? wanted.replace(/^0+/, '').replace(/\D/g, '') : wanted
  const finds = (name: string) => name.includes(wanted) || (name.startsWith('+') && name.includes(phone))
  return rows.filter(
    row => passes(row, filter) && [row.name, row.phoneNumber ?? ''].some(one => finds(searchable(one))),
  )
}

export function countRows(rows: readonly InboxRow[], filter: Filter): number {
  return rows.filter(row => passes(row, filter)).length
}

function passes({ waitingSince, toReview, coveredFor }: InboxRow, filter: Filter): boolean {
  if (filter === 'waiting') return waitingSince !== null
  if (filter === 'covered') return coveredFor !== undefined
  return filter === 'all' || toReview > 0
}

/** By uid, the end of the phone number of learners who have the same name. */
export function namesakeDigits(rows: readonly InboxRow[]): ReadonlyMap<string, string> {
  return digitsApart(rows.map(({ uid, name, phoneNumber = '' }) => ({ id: uid, name, phoneNumber })))
}

/** Whether a text has these words, in any spelling of their letters. */
export function containsText(text: string, search: string): boolean {
  return searchable(text).includes(searchable(search))
}
