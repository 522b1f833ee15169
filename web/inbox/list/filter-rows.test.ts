import { expect, test } from 'vitest'
import type { InboxRow } from '../../../contract/inbox/inbox.ts'
import { countRows, filterRows, namesakeDigits } from './filter-rows.ts'

function row(name: string, more: Partial<InboxRow> = {}): InboxRow {
  const nothing = { waitingSince: null, unseenCount: 0, toReview: 0, last: null, percent: null, activeAt: null }
  return { uid: name, name, ...nothing, ...more }
}

const rows = [
  row('Noura Salem', { waitingSince: 1 }),
  row('أحمد عليّ', { toReview: 2 }),
  row('+971501234567'),
  row('عبد الرحمن'),
]
const names = (found: InboxRow[]) => found.map(({ name }) => name)

test('filters leave the learners who wait, those with unreviewed answers, or all', () => {
  expect(names(filterRows(rows, 'waiting', ''))).toEqual(['Noura Salem'])
  expect(names(filterRows(rows, 'review', ''))).toEqual(['أحمد عليّ'])
  expect(filterRows(rows, 'all', '')).toHaveLength(4)
  expect(countRows(rows, 'review')).toBe(1)
})

test('covered learners are listed separately, a phone finds a learner with a name, and learners of one name are told apart', () => {
  const own = row('Noura Salem', { phoneNumber: '+971501112222' })
  const covered = row('Noura Salem', { coveredFor: 'Huda Kamel', phoneNumber: '+971503334444' })
  expect(filterRows([own, covered], 'covered', '')).toEqual([covered])
  expect(filterRows([own, covered], 'all', '0503334444')).toEqual([covered])
  const apart = { ...row('noura salem', { phoneNumber: '+971505554444' }), uid: 'another' }
  const yousef = row('Yousef', { phoneNumber: '+971506664444' })
  expect([...namesakeDigits([{ ...covered, uid: 'covered' }, apart, yousef])]).toEqual([
    ['covered', '34444'],
    ['another', '54444'],
  ])
})

test.each([
  ['noura', 'Noura Salem'],
  ['احمد على', 'أحمد عليّ'],
  ['٩٩٩', undefined],
  ['١٢٣٤', '+971501234567'],
  ['50 123', '+971501234567'],
  ['0501234567', '+971501234567'],
  ['050 123', '+971501234567'],
  ['٠٥٠ ١٢٣', '+971501234567'],
  ['00971 50', '+971501234567'],
  ['\u202a+971 50-123\u202c', '+971501234567'],
  ['عبدالرحمن', 'عبد الرحمن'],
])('%s finds %s', (search, name) => {
  expect(names(filterRows(rows, 'all', search))).toEqual(name ? [name] : [])
})
