import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MIN_SHOWN } from '../../../contract/organisation/reports.ts'
import { groupsOfTen, isSafeBeside, rounded, showableGroups, wholeGroups } from './small-numbers.ts'

const time = fc.integer({ min: 0, max: 60 })
const people = fc.array(time, { maxLength: 80 }).map(times => times.map((at, id) => ({ id, at })))

test('of any two ranges, the people shown are the same or differ by at least ten', () => {
  fc.assert(
    fc.property(people, time, time, time, time, (everybody, a, b, c, d) => {
      const shown = (from: number, to: number) => new Set(wholeGroups(everybody, { from, to }).map(({ id }) => id))
      const [one, other] = [shown(a, b), shown(c, d)]
      const difference = [...one].filter(id => !other.has(id)).length + [...other].filter(id => !one.has(id)).length
      expect(difference === 0 || difference >= MIN_SHOWN).toBe(true)
      expect(one.size % MIN_SHOWN).toBe(0)
    }),
  )
})

test('one person more shows the same people, or ten more', () => {
  fc.assert(
    fc.property(people, everybody => {
      const sorted = everybody.toSorted((one, other) => one.at - other.at)
      const range = { from: 0, to: 100 }
      const difference = wholeGroups(sorted, range).length - wholeGroups(sorted.slice(0, -1), range).length
      expect([0, MIN_SHOWN]).toContain(difference)
    }),
  )
})

test('a part that is shown differs from every run of whole groups of all by nobody or by at least ten people', () => {
  fc.assert(
    fc.property(people, fc.infiniteStream(fc.boolean()), time, time, (everybody, coins, from, to) => {
      const isIn = new Map(everybody.map(person => [person, coins.next().value as boolean]))
      const part = wholeGroups(
        everybody.filter(person => isIn.get(person)),
        { from, to },
      )
      const groups = groupsOfTen(everybody, { from: 0, to: 100 })
      const differences = groups.flatMap((_, first) =>
        groups.slice(first).map((_, index) => {
          const run = new Set(groups.slice(first, first + index + 1).flat())
          return part.filter(one => !run.has(one)).length + [...run].filter(one => !part.includes(one)).length
        }),
      )
      const isSafe = differences.every(difference => difference === 0 || difference >= MIN_SHOWN)
      expect(part.length === 0 || isSafeBeside(part, everybody) === isSafe).toBe(true)
    }),
  )
})

test('the parts that are not shown one by one are nobody or at least ten people together', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 8 }), sizes => {
      const showable = showableGroups(new Map(sizes.entries()))
      const sum = (wanted: boolean) =>
        sizes.filter((_, index) => showable.has(index) === wanted).reduce((total, size) => total + size, 0)
      const isAll = showable.size === 0
      expect(isAll || sum(false) === 0 || sum(false) >= MIN_SHOWN).toBe(true)
      for (const index of showable) expect(sizes[index]).toBeGreaterThanOrEqual(MIN_SHOWN)
    }),
  )
})

test.each([
  [0, null],
  [4, null],
  [5, 5],
  [7, 5],
  [8, 10],
  [12, 10],
  [13, 15],
])('%i people are shown as %s', (count, shown) => {
  expect(rounded(count)).toBe(shown)
})
