const UNIVERSAL = ['UTC', 'Etc/UTC', 'Etc/GMT']

/** The name of a time zone in a locale, such as «توقيت الأردن». Throws for a zone that nobody knows. */
export function zoneNameIn(timeZone: string, locale: string): string {
  // Most servers run in universal time. Its short name says only that it is zero hours from itself.
  const timeZoneName = UNIVERSAL.includes(timeZone) ? 'long' : 'shortGeneric'
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
