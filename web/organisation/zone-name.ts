import { useEffect, useState } from 'react'
import { type Language, languages } from '../../contract/languages.ts'
import { zoneNameIn } from '../../contract/organisation/reports/zone-name.ts'
import { useLanguage } from '../i18n/language-provider.tsx'

export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The name of a time zone in the reader's script, such as «توقيت الأردن»; otherwise its id, such as `Asia/Amman`. */
export function zoneName(zone: string, language: Language): string {
  const { locale } = languages[language]
  if (new Intl.Locale(locale).maximize().script === 'Latn') return zone
  try {
    const name = zoneNameIn(zone, locale)
    // Chromium has Arabic names for countries with one zone. For other countries it names a city in Latin letters.
    return /[a-z]/i.test(name) ? zone : name
  } catch {
    return zone
  }
}

export function useZoneName(zone: string): string {
  return zoneName(zone, useLanguage().language)
}

/** So many names are made without a pause, because all names together take a second on a phone. */
const AT_ONCE = 10

/**
 * The names of all time zones, and of two that a browser may not list, sorted. Undefined until they are made.
 */
export function useZoneNames(
  chosen: string,
  ofDevice: string,
): readonly (readonly [zone: string, name: string])[] | undefined {
  const { language } = useLanguage()
  const [names, setNames] = useState<[zone: string, name: string][]>()
  useEffect(() => {
    const zones = [...new Set([chosen, ofDevice, ...Intl.supportedValuesOf('timeZone')])]
    const made: [string, string][] = []
    let timer: ReturnType<typeof setTimeout>
    const goOn = () => {
      for (const zone of zones.slice(made.length, made.length + AT_ONCE)) made.push([zone, zoneName(zone, language)])
      if (made.length < zones.length) timer = setTimeout(goOn)
      else setNames(made.sort(([, one], [, other]) => one.localeCompare(other, language)))
    }
    goOn()
    return () => clearTimeout(timer)
  }, [chosen, ofDevice, language])
  return names
}
