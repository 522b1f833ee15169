import { FEWEST_SHOWN } from '../../../contract/organisation/reports.ts'

const STEP = 5

/** Rounds to five. Null below five and for zero: zero would say something about everybody. */
export function rounded(count: number): number | null {
  return count < STEP ? null : Math.round(count / STEP) * STEP
}

/**
 * The people of whole groups of ten, in the order of their answers, whose tenth came in the range. Two ranges show the
 * same people or differ by at least ten, so subtraction finds nobody's answer.
 */
export function wholeGroups<Person extends { at: number }>(
  people: readonly Person[],
  { from, to }: { from: number; to: number },
): Person[] {
  const sorted = people.toSorted((one, other) => one.at - other.at)
  const shown: Person[] = []
  for (let end = FEWEST_SHOWN; end <= sorted.length; end += FEWEST_SHOWN) {
    const completedAt = (sorted[end - 1] as Person).at
    if (completedAt >= from && completedAt < to) shown.push(...sorted.slice(end - FEWEST_SHOWN, end))
  }
  return shown
}

/**
 * The groups that may be shown one by one. If those that are too small have fewer than ten people together, the
 * smallest other one is hidden, too: otherwise the total minus the shown ones would be a few people.
 */
export function showableGroups<Key>(sizes: ReadonlyMap<Key, number>): Set<Key> {
  const sorted = [...sizes].filter(([, size]) => size > 0).toSorted(([, one], [, other]) => one - other)
  let hidden = 0
  let first = 0
  while (first < sorted.length && ((sorted[first]?.[1] ?? 0) < FEWEST_SHOWN || (hidden > 0 && hidden < FEWEST_SHOWN))) {
    hidden += sorted[first]?.[1] ?? 0
    first += 1
  }
  return new Set(sorted.slice(first).map(([key]) => key))
}
