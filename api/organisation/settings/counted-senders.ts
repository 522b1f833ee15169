import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { createSenders, type Senders } from '../../senders/senders.ts'
import { noteSending } from '../../senders/sendings.ts'
import { dayOf } from '../reports/days/days.ts'
import { reportSettings } from '../reports/days/report-settings.ts'

/** Senders whose messages are counted by days of the organisation's time zone. */
export function countedSenders(
  db: Db,
  config: Config,
  { now, failed }: { now: () => number; failed: (error: Error) => void },
): Senders {
  return createSenders(config, now, async (kind, failure) => {
    try {
      const { timeZone } = await reportSettings(db)
      await noteSending(db, { kind, day: dayOf(now(), timeZone), failure }, now())
    } catch (error) {
      failed(error as Error)
    }
  })
}
