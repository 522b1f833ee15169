import { type RawBuilder, sql } from 'kysely'
import { DAY } from '../../../../contract/time.ts'
import { addDays, firstMomentOf, weekdayOf } from './days.ts'
import type { Range } from './range.ts'
import type { ReportSettings } from './report-settings.ts'

const WEEK = 7 * DAY

/** A week, or the part of it that is in the range. `to` is excluded. */
export type Week = { from: number; to: number; firstDay: string; lastDay: string }

export function weeksOf({ firstDay, lastDay }: Range, { timeZone, firstWeekday }: ReportSettings): Week[] {
  const weeks: Week[] = []
  for (let day = firstDay; day <= lastDay; ) {
    const daysLeft = 6 - ((weekdayOf(day) - firstWeekday + 7) % 7)
    const end = addDays(day, daysLeft)
    const last = end < lastDay ? end : lastDay
    const next = addDays(last, 1)
    weeks.push({ firstDay: day, lastDay: last, from: firstMomentOf(day, timeZone), to: firstMomentOf(next, timeZone) })
    day = next
  }
  return weeks
}

/**
 * SQL for the index of the week of a moment; null outside of the weeks. A division finds weeks of the usual length. A
 * week that is cut off or has a clock change gets a case of its own.
 */
export function weekIndex(weeks: readonly Week[], at: RawBuilder<unknown>): RawBuilder<unknown> {
  const runs: { first: number; from: number; to: number; isWhole: boolean }[] = []
  for (const [index, { from, to }] of weeks.entries()) {
    const isWhole = to - from === WEEK
    const last = runs.at(-1)
    if (isWhole && last?.isWhole) last.to = to
    else runs.push({ first: index, from, to, isWhole })
  }
  const cases = runs.map(({ first, from, to, isWhole }) => {
    const index = isWhole ? sql`(${at} - ${sql.lit(from)}) / ${sql.lit(WEEK)} + ${sql.lit(first)}` : sql.lit(first)
    return sql`when ${at} < ${sql.lit(to)} then ${index}`
  })
  return sql`case when ${at} < ${sql.lit(weeks[0]?.from ?? 0)} then null ${sql.join(cases, sql` `)} end`
}
