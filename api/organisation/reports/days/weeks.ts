import { PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { DAY } from '../../../../contract/time.ts'
import type { Db } from '../../../database/tables.ts'
import { addDays, startOf, weekdayOf } from './days.ts'
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
    weeks.push({ firstDay: day, lastDay: last, from: startOf(day, timeZone), to: startOf(next, timeZone) })
    day = next
  }
  return weeks
}

/**
 * SQL for the week index of a moment; null outside. Weeks of the usual length are found by a division; others, cut off
 * or with a clock change, by a case of their own.
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

/** As bits of a number that JavaScript holds exactly. */
const WEEKS_IN_NUMBER = 50

/** Sets of weeks as one value of the database. */
export type WeeksColumn = {
  /** The week of one moment. */
  ofOne(at: RawBuilder<unknown>): RawBuilder<unknown>
  /** Aggregates the weeks of the moments of a group. */
  ofRows(at: RawBuilder<unknown>): RawBuilder<unknown>
  /** Aggregates values of this kind, for `read`. */
  joined(values: RawBuilder<unknown>): RawBuilder<unknown>
  read(stored: string | null): Set<number>
}

/** PostgreSQL sets a bit for each week, which is faster than joining text. SQLite cannot aggregate bits. */
export function weeksColumn(db: Db, weeks: readonly Week[]): WeeksColumn {
  return db.getExecutor().adapter instanceof PostgresAdapter ? asBits(weeks) : asText(weeks)
}

function asText(weeks: readonly Week[]): WeeksColumn {
  const ofOne = (at: RawBuilder<unknown>) => sql`cast(${weekIndex(weeks, at)} as text)`
  return {
    ofOne,
    ofRows: at => sql`string_agg(${ofOne(at)}, ',')`,
    joined: values => sql`string_agg(${values}, ',')`,
    read: stored => new Set(stored === null ? [] : stored.split(',').map(Number)),
  }
}

function asBits(weeks: readonly Week[]): WeeksColumn {
  const numbers: Week[][] = []
  for (let first = 0; first < weeks.length; first += WEEKS_IN_NUMBER)
    numbers.push(weeks.slice(first, first + WEEKS_IN_NUMBER))
  const bit = (part: readonly Week[], at: RawBuilder<unknown>) =>
    sql`cast(1 as bigint) << cast(${weekIndex(part, at)} as integer)`
  return {
    ofOne: at => sql`array[${sql.join(numbers.map(part => bit(part, at)))}]`,
    ofRows: at => sql`array[${sql.join(numbers.map(part => sql`bit_or(${bit(part, at)})`))}]`,
    joined: values => {
      const bits = numbers.map((_, index) => sql`coalesce(bit_or((${values})[${sql.lit(index + 1)}]), 0)`)
      return sql`concat_ws(',', ${sql.join(bits)})`
    },
    read: stored => new Set((stored ?? '').split(',').flatMap((bits, part) => bitsIn(Number(bits), part))),
  }
}

function bitsIn(bits: number, part: number): number[] {
  const found: number[] = []
  for (let rest = bits, week = part * WEEKS_IN_NUMBER; rest > 0; rest = Math.floor(rest / 2), week++)
    if (rest % 2 === 1) found.push(week)
  return found
}
