import type { InboxRow } from '../../../contract/inbox.ts'
import { plainPhoneText } from '../../../contract/text/phone-text.ts'
import { searchable } from '../../../contract/text/search-text.ts'

export const FILTERS = ['waiting', 'all', 'review', 'covered'] as const
export type Filter = (typeof FILTERS)[number]

/** The rows that match filter and search, in their order. */
export function filterRows(rows: readonly InboxRow[], filter: Filter, search: string): InboxRow[] {
  const wanted = searchable(plainPhoneText(search))
  // A phone has its dial code here; people also write it with 00, or with the 0 that is dialled at home.
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

/** The names that more than one learner has. */
export function sharedNames(rows: readonly InboxRow[]): ReadonlySet<string> {
  const names = rows.map(({ name }) => name)
  return new Set(names.filter((name, at) => names.indexOf(name) !== at))
}

/** Whether a text has these words, whatever their letters look like. */
export function containsText(text: string, search: string): boolean {
  return searchable(text).includes(searchable(search))
}
