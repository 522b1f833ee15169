import type { OrgSettings } from '../../contract/organisation/settings.ts'
import { inEachLanguage } from '../../contract/text/in-each-language.ts'
import type { Config } from '../config.ts'
import { storedValue, storeValue } from '../database/stored-values.ts'
import type { Db } from '../database/tables.ts'

const ROW = 'organisation'

/** Settings of owners that are stored with those of the reports, under the same name. */
export const settingsOfReports = [
  ...(['silentDays', 'timeZone', 'restDays', 'firstWeekday'] as const),
  ...(['wakesAt', 'sleepsAt', 'waitsAwake'] as const),
]
type OfReports = (typeof settingsOfReports)[number]
/** The settings of owners, without those of the reports. */
export type OwnSettings = Omit<OrgSettings, 'aimDays' | OfReports>
/** `by`: null is the operator. */
export type LastChange = { at: number; by: string | null }
export type ChosenSettings = { values: Partial<OwnSettings>; changes: Record<string, LastChange> }
export type AllowedCountries = Pick<Config, 'phoneCountries' | 'defaultCountry'>

export async function chosenSettings(db: Db): Promise<ChosenSettings> {
  return { values: {}, changes: {}, ...(await storedValue<Partial<ChosenSettings>>(db, ROW)) }
}

export async function nameAndColour(db: Db): Promise<Pick<OwnSettings, 'name' | 'colour'>> {
  const { name, colour = '' } = (await chosenSettings(db)).values
  return { name: inEachLanguage(code => name?.[code] ?? ''), colour }
}

export async function storeChosenSettings(db: Db, chosen: ChosenSettings): Promise<void> {
  await storeValue(db, ROW, chosen)
}

/** Countries whose phones may sign in: those of the organisation, as far as the operator allows them. */
export async function countriesNow(
  db: Db,
  config: AllowedCountries,
): Promise<Pick<OwnSettings, 'countries' | 'defaultCountry'>> {
  return countriesOf((await chosenSettings(db)).values, config)
}

export function countriesOf(
  { countries = [], defaultCountry }: Partial<OwnSettings>,
  { phoneCountries, ...config }: AllowedCountries,
): Pick<OwnSettings, 'countries' | 'defaultCountry'> {
  const allowed = phoneCountries.length === 0 ? countries : countries.filter(code => phoneCountries.includes(code))
  const used = allowed.length > 0 ? allowed : phoneCountries
  const wanted = defaultCountry ?? config.defaultCountry
  // A default that is not allowed is replaced by the first country, which has the most people. If it is empty, the
  // browser guesses.
  const isAllowed = wanted === '' || used.length === 0 || used.includes(wanted)
  return { countries: used, defaultCountry: isAllowed ? wanted : (used[0] ?? '') }
}
