import { isDeepStrictEqual } from 'node:util'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { readableColour } from '../../../contract/organisation/colour.ts'
import { mistakeIn } from '../../../contract/organisation/setting-rules.ts'
import type { OrgSettings, SettingChange, SettingName } from '../../../contract/organisation/settings.ts'
import { inEachLanguage } from '../../../contract/text/in-each-language.ts'
import { DAY } from '../../../contract/time.ts'
import { cleanName } from '../../account/display-name.ts'
import type { ActResult } from '../../audit-log/audit-log.ts'
import { parsePhone } from '../../contact/phone.ts'
import type { Db } from '../../database/tables.ts'
import {
  type AllowedCountries,
  chosenSettings,
  countriesOf,
  type OwnSettings,
  settingsOfReports,
  storeChosenSettings,
} from '../../settings/organisation-settings.ts'
import { ownersOf } from '../../team/roles.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import { type ReportSettings, reportSettings, storeReportSettings } from '../reports/days/report-settings.ts'

/** All settings of the organisation: what owners chose, and defaults for the rest. */
export async function settingsOf(db: Db, config: AllowedCountries): Promise<OrgSettings> {
  const { values } = await chosenSettings(db)
  const { aimMs, ...ofReports } = await reportSettings(db)
  const texts = (name: 'invitation' | 'reminder') =>
    inEachLanguage(code => values[name]?.[code] ?? serverTexts[code][name])
  return {
    colour: '',
    secondPublisher: false,
    ...values,
    name: inEachLanguage(code => values.name?.[code] ?? ''),
    invitation: texts('invitation'),
    reminder: texts('reminder'),
    ...countriesOf(values, config),
    aimDays: Math.max(1, Math.round(aimMs / DAY)),
    ...ofReports,
  }
}

/**
 * Makes all changes or none. Throws if `from` of a change is not the stored value, because somebody else was quicker.
 * Needs `AUDIT_LOCK`.
 */
export async function changeSettings(
  db: Db,
  changes: readonly SettingChange[],
  { config, by }: { config: AllowedCountries; by: string | null },
  now: number,
): Promise<ActResult<OrgSettings>> {
  const before = await settingsOf(db, config)
  const wanted = { ...before }
  for (const change of changes) {
    if (!isDeepStrictEqual(before[change.name], change.from)) throw new ApiError('settings/changed')
    const mistake = mistakeIn(change)
    if (mistake) throw new ApiError(mistake)
    Object.assign(wanted, { [change.name]: cleaned(change) })
  }
  requireCountries(wanted, config)
  if (wanted.wakesAt >= wanted.sleepsAt) throw new ApiError('bad-request', { message: 'wakesAt: is after sleepsAt' })
  if (changes.some(({ name }) => name === 'countries')) await requireOwnersMaySignIn(db, wanted.countries)
  await store(db, wanted, changes, { by, now })
  const lines = changes.map(({ name }) => ({ action: 'setting-changed', details: { setting: name } }) as const)
  return { result: wanted, lines }
}

function cleaned(change: SettingChange): SettingChange['to'] {
  if (change.name === 'colour') return change.to === '' ? '' : readableColour(change.to)
  if (change.name === 'name') {
    const { to } = change
    return inEachLanguage(code => cleanName(to[code]))
  }
  if (change.name === 'restDays') return [...new Set(change.to)].toSorted()
  return change.to
}

function requireCountries({ countries, defaultCountry }: OrgSettings, { phoneCountries }: AllowedCountries): void {
  const isAllowed = (code: string) =>
    isSupportedCountry(code) && (phoneCountries.length === 0 || phoneCountries.includes(code))
  if (!countries.every(isAllowed)) throw new ApiError('settings/unknown-country')
  if (defaultCountry === '') return
  if (!isSupportedCountry(defaultCountry)) throw new ApiError('settings/unknown-country')
  if (countries.length > 0 && !countries.includes(defaultCountry)) throw new ApiError('settings/default-country')
}

/**
 * Throws if the phone of an owner is of no chosen country. Such an owner could never sign in again after losing the
 * phone.
 */
async function requireOwnersMaySignIn(db: Db, countries: readonly string[]): Promise<void> {
  const uids = (await ownersOf(db)).map(({ uid }) => uid)
  if (uids.length === 0) return
  const owners = await db.selectFrom('users').select('phone_number').where('uid', 'in', uids).execute()
  try {
    for (const { phone_number: phone } of owners) if (phone !== null) parsePhone(phone, countries)
  } catch {
    throw new ApiError('settings/owner-country')
  }
}

async function store(
  db: Db,
  wanted: OrgSettings,
  changes: readonly SettingChange[],
  { by, now }: { by: string | null; now: number },
): Promise<void> {
  const chosen = await chosenSettings(db)
  const [values, ofReports]: [Partial<OwnSettings>, Partial<ReportSettings>] = [{ ...chosen.values }, {}]
  for (const { name } of changes) {
    chosen.changes[name] = { at: now, by }
    if (name === 'aimDays') ofReports.aimMs = wanted.aimDays * DAY
    else Object.assign(isOfReports(name) ? ofReports : values, { [name]: wanted[name] })
  }
  await storeChosenSettings(db, { values, changes: chosen.changes })
  if (Object.keys(ofReports).length > 0) await storeReportSettings(db, ofReports)
}

function isOfReports(name: SettingName): boolean {
  return (settingsOfReports as readonly SettingName[]).includes(name)
}
