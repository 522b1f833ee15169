import { DAY, SECOND } from '../../../../contract/time.ts'
import { addDays, dayOf, momentOf, weekdayOf } from './days.ts'
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
  /** The working time of all days before each day. */
  const before: number[] = []
  let sum = 0
  const end = addDays(dayOf(last, timeZone), 1)
  for (let day = dayOf(first, timeZone); day <= end; day = addDays(day, 1)) {
    const isRest = restDays.includes(weekdayOf(day))
    begins.push(momentOf(day, wakesAt, timeZone))
    ends.push(momentOf(day, isRest ? wakesAt : sleepsAt, timeZone))
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

/** The search for the moment goes back this far at most. */
const MAX_MS = 366 * DAY

/** A wait that began before this moment is over the aim of the organisation, as its settings measure waits. */
export function dueBefore(settings: ReportSettings, now: number): number {
  const { aimMs, waitsAwake } = settings
  let [over, due] = [now - MAX_MS, now - aimMs]
  if (!waitsAwake) return due
  const passed = workingTime(settings, { first: over, last: now })
  while (due - over > SECOND) {
    const middle = Math.floor((over + due) / 2)
    if (passed(middle, now) > aimMs) over = middle
    else due = middle
  }
  return over
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
