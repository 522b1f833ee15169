import { mistakeIn } from '../../../contract/organisation/setting-rules.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import type { Db } from '../../database/tables.ts'
import { type AllowedCountries, chosenSettings } from '../../settings/organisation-settings.ts'
import { reportSettings } from '../reports/days/report-settings.ts'
import { changeSettings } from './values.ts'

type Device = { uid: string; timeZone: string | undefined }

/**
 * Chooses the time zone of the first owner's device for the organisation. Until then it is that of the server, which
 * is universal time on most machines. A zone that was chosen before stays. Needs `AUDIT_LOCK`. Returns the log lines.
 */
export async function chooseFirstTimeZone(
  db: Db,
  { uid, timeZone }: Device,
  config: AllowedCountries,
  now: number,
): Promise<ActResult['lines']> {
  if (timeZone === undefined || (await chosenSettings(db)).changes.timeZone) return []
  const { timeZone: from } = await reportSettings(db)
  const change = { name: 'timeZone', from, to: timeZone } as const
  // A browser may know a newer zone than the server.
  if (mistakeIn(change)) return []
  return (await changeSettings(db, [change], { config, by: uid }, now)).lines
}
