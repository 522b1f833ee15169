import * as v from 'valibot'
import { HOUR } from '../../../../contract/time.ts'
import { storedValue, storeValue } from '../../../database/stored-values.ts'
import type { Db } from '../../../database/tables.ts'

const NAME = 'reports'

const Stored = v.partial(
  v.object({
    timeZone: v.pipe(v.string(), v.check(isTimeZone)),
    /** 0 is Sunday. */
    firstWeekday: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
    restDays: v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))),
    wakesAt: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(23)),
    sleepsAt: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24)),
    /** Whether waits are measured without nights and days of rest, unless a reader chooses otherwise. */
    waitsAwake: v.boolean(),
    aimMs: v.pipe(v.number(), v.minValue(HOUR)),
    silentDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)),
  }),
)

export type ReportSettings = Required<v.InferOutput<typeof Stored>>

/** The settings of the reports, from the row `reports` of `settings`, with defaults. */
export async function reportSettings(db: Db): Promise<ReportSettings> {
  const chosen = v.safeParse(Stored, (await storedValue(db, NAME)) ?? {})
  return { ...defaults(), ...(chosen.success ? chosen.output : {}) } as ReportSettings
}

export async function storeReportSettings(db: Db, change: Partial<ReportSettings>): Promise<void> {
  await storeValue(db, NAME, { ...(await storedValue<object>(db, NAME)), ...change })
}

function defaults(): ReportSettings {
  return {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    firstWeekday: 0,
    restDays: [5, 6],
    wakesAt: 7,
    sleepsAt: 22,
    waitsAwake: false,
    aimMs: 48 * HOUR,
    silentDays: 14,
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
