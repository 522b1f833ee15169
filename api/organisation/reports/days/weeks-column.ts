import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../../database/many-rows.ts'
import type { Db } from '../../../database/tables.ts'
import { type Week, weekIndex } from './weeks.ts'

/** The weeks that one number holds, with a bit for each. JavaScript holds a number of 53 bits exactly. */
const WEEKS_IN_NUMBER = 50

/** A set of weeks, by their indexes, as one value in the database. */
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
  return isPostgres(db) ? asBits(weeks) : asText(weeks)
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
  const parts: Week[][] = []
  for (let first = 0; first < weeks.length; first += WEEKS_IN_NUMBER)
    parts.push(weeks.slice(first, first + WEEKS_IN_NUMBER))
  const bit = (part: readonly Week[], at: RawBuilder<unknown>) =>
    sql`cast(1 as bigint) << cast(${weekIndex(part, at)} as integer)`
  return {
    ofOne: at => sql`array[${sql.join(parts.map(part => bit(part, at)))}]`,
    ofRows: at => sql`array[${sql.join(parts.map(part => sql`bit_or(${bit(part, at)})`))}]`,
    joined: values => {
      const bits = parts.map((_, index) => sql`coalesce(bit_or((${values})[${sql.lit(index + 1)}]), 0)`)
      return sql`concat_ws(',', ${sql.join(bits)})`
    },
    read: stored => new Set((stored ?? '').split(',').flatMap((bits, part) => weeksIn(Number(bits), part))),
  }
}

function weeksIn(bits: number, part: number): number[] {
  const found: number[] = []
  for (let rest = bits, week = part * WEEKS_IN_NUMBER; rest > 0; rest = Math.floor(rest / 2), week++)
    if (rest % 2 === 1) found.push(week)
  return found
}
