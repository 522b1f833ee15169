import type { SettingChange } from './settings.ts'

/** The most letters of an invitation or a reminder: five messages in Arabic. */
export const TEXT_LIMIT = 335
export const ORGANISATION_NAME_LIMIT = 60

/** The reason why a value is refused: an error code, with a text at the field. */
export type SettingMistake =
  | 'settings/unknown-country'
  | 'settings/default-country'
  | 'settings/owner-country'
  | 'settings/no-link'
  | 'settings/too-long'
  | 'settings/aim'
  | 'settings/silent-days'
  | 'settings/time-zone'
  | 'settings/colour'

/** The rules that browser and server can both check. */
export function mistakeIn({ name, to }: Pick<SettingChange, 'name' | 'to'>): SettingMistake | undefined {
  switch (name) {
    case 'name':
      return texts(to).some(text => text.length > ORGANISATION_NAME_LIMIT) ? 'settings/too-long' : undefined
    case 'invitation':
    case 'reminder':
      if (texts(to).some(text => !text.includes('{link}'))) return 'settings/no-link'
      return texts(to).some(text => text.length > TEXT_LIMIT) ? 'settings/too-long' : undefined
    case 'colour':
      return /^(#[0-9a-f]{6})?$/i.test(String(to)) ? undefined : 'settings/colour'
    case 'aimDays':
      return isWhole(to, 30) ? undefined : 'settings/aim'
    case 'silentDays':
      return isWhole(to, 365) ? undefined : 'settings/silent-days'
    case 'timeZone':
      return isTimeZone(String(to)) ? undefined : 'settings/time-zone'
    default:
      return undefined
  }
}

function texts(value: unknown): string[] {
  return Object.values(value as Record<string, string>)
}

function isWhole(value: unknown, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name !== ''
  } catch {
    return false
  }
}
