import { HOUR } from '../../../../contract/time.ts'
import { addDays, dayOf, firstMomentOf, weekdayOf } from './days.ts'
import type { ReportSettings } from './report-settings.ts'

/**
 * Returns a function that measures the time between two moments, without nights and days of rest. It prepares the days
 * once, because a report measures many waits.
 */
export function workingTime(
  { timeZone, restDays, wakesAt, sleepsAt }: ReportSettings,
  { first, last }: { first: number; last: number },
): (from: number, to: number) => number {
  const begins: number[] = []
  const ends: number[] = []
  /** Working time of all days before. */
  const before: number[] = []
  let sum = 0
  const end = addDays(dayOf(last, timeZone), 1)
  for (let day = dayOf(first, timeZone); day <= end; day = addDays(day, 1)) {
    const start = firstMomentOf(day, timeZone)
    const isRest = restDays.includes(weekdayOf(day))
    begins.push(start + wakesAt * HOUR)
    ends.push(start + (isRest ? wakesAt : sleepsAt) * HOUR)
    before.push(sum)
    sum += (ends.at(-1) as number) - (begins.at(-1) as number)
  }
  const workedUntil = (time: number): number => {
    const day = lastAtMost(begins, time)
    if (day < 0) return 0
    return (before[day] as number) + Math.min(time, ends[day] as number) - (begins[day] as number)
  }
  return (from, to) => Math.max(0, workedUntil(to) - workedUntil(from))
}

function lastAtMost(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
