import { MIN_SHOWN } from '../../../contract/organisation/reports.ts'

const STEP = 5

type Range = { from: number; to: number }

/** Rounds to five. Null below five, and also for zero, because a zero would say something about everybody. */
export function rounded(count: number): number | null {
  return count < STEP ? null : Math.round(count / STEP) * STEP
}

/**
 * The people of whole groups of ten, in the order of their answers, whose tenth came in the range. Two ranges show the
 * same people or differ by at least ten, so subtraction finds nobody's answer.
 */
export function wholeGroups<Person extends { at: number }>(people: readonly Person[], range: Range): Person[] {
  return groupsOfTen(people, range).flat()
}

export function groupsOfTen<Person extends { at: number }>(people: readonly Person[], { from, to }: Range): Person[][] {
  const sorted = inOrder(people)
  const groups: Person[][] = []
  for (let end = MIN_SHOWN; end <= sorted.length; end += MIN_SHOWN) {
    const completedAt = (sorted[end - 1] as Person).at
    if (completedAt >= from && completedAt < to) groups.push(sorted.slice(end - MIN_SHOWN, end))
  }
  return groups
}

/**
 * The people of whole groups of ten who are all of one version, by version. Versions follow each other, so only groups
 * at a change of version are left out.
 */
export function groupsByVersion<Person extends { at: number; version: number | null }>(
  everybody: readonly Person[],
  range: Range,
): Map<number | null, Person[]> {
  const groups = groupsOfTen(everybody, range).filter(([first, ...rest]) =>
    rest.every(({ version }) => version === first?.version),
  )
  return Map.groupBy(groups.flat(), ({ version }) => version)
}

/**
 * Whether the `shown` people may stand beside those of another report, which shows runs of whole groups of `others`.
 * Each run of the same length must be the same people, or differ by at least ten. A run of another length always
 * differs by ten.
 */
export function isSafeBeside<Person extends { at: number }>(
  shown: readonly Person[],
  others: readonly Person[],
): boolean {
  const wanted = new Set(shown)
  const sorted = inOrder(others)
  let common = 0
  for (const [index, person] of sorted.entries()) {
    const left = sorted[index - shown.length]
    common += Number(wanted.has(person)) - Number(left !== undefined && wanted.has(left))
    const isRun = (index + 1) % MIN_SHOWN === 0 && index + 1 >= shown.length
    if (isRun && common < shown.length && 2 * (shown.length - common) < MIN_SHOWN) return false
  }
  return true
}

function inOrder<Person extends { at: number }>(people: readonly Person[]): Person[] {
  return people.toSorted((one, other) => one.at - other.at)
}

/**
 * The groups that may be shown one by one. If the groups that are too small have fewer than ten people together, the
 * smallest other group is hidden, too. Otherwise the total minus the shown groups would be a few people.
 */
export function showableGroups<Key>(sizes: ReadonlyMap<Key, number>): Set<Key> {
  const sorted = [...sizes].filter(([, size]) => size > 0).toSorted(([, one], [, other]) => one - other)
  let hidden = 0
  let first = 0
  while (first < sorted.length && ((sorted[first]?.[1] ?? 0) < MIN_SHOWN || (hidden > 0 && hidden < MIN_SHOWN))) {
    hidden += sorted[first]?.[1] ?? 0
    first += 1
  }
  return new Set(sorted.slice(first).map(([key]) => key))
}
