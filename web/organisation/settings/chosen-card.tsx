import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SettingsPage } from '../../../contract/organisation/settings.ts'
import { nameIn } from '../../../contract/text/name-in.ts'
import { smsParts } from '../../../contract/text/sms-parts.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { countryName } from '../../phone-numbers/countries.ts'
import { updateEntry } from '../../router/router.ts'
import { zoneName } from '../zone-name.ts'
import { SettingRow } from './setting-row.tsx'
import { SettingSwitch } from './setting-switch.tsx'
import { ColourSheet } from './sheets/colour-sheet.tsx'
import { CountriesSheet } from './sheets/countries-sheet.tsx'
import { DaysSheet } from './sheets/days-sheet.tsx'
import { filledIn } from './sheets/filled-in.ts'
import { InLanguagesSheet } from './sheets/in-languages-sheet.tsx'
import { RestDaysSheet, useWeekdays } from './sheets/rest-days-sheet.tsx'
import { TimeZoneSheet } from './sheets/time-zone-sheet.tsx'
import { FirstWeekdaySheet, NightsSheet, useNights } from './sheets/week-sheets.tsx'

const rows = [
  ...(['name', 'colour', 'countries', 'invitation', 'reminder'] as const),
  ...(['aimDays', 'silentDays', 'timeZone', 'firstWeekday', 'restDays', 'nights'] as const),
]
type Opened = (typeof rows)[number]

/** The setting that the URL names. The first steps link to the name in this way. */
function askedFor(): Opened | undefined {
  const asked = new URLSearchParams(location.search).get('change')
  return rows.find(name => name === asked)
}

/** The settings of owners with their present values. */
export function ChosenCard({ page }: { page: SettingsPage }) {
  const t = useTranslations('orgSettings.chosen')
  const [opened, setOpened] = useState(askedFor)
  const textOf = useValueText(page)
  const close = () => {
    setOpened(undefined)
    // Otherwise a reload would open the sheet again.
    if (askedFor()) updateEntry({ search: '' })
  }
  const sheet = { page, onClose: close }
  return (
    <section className="card">
      <h2>{t('title')}</h2>
      {rows.map(name => (
        <SettingRow key={name} title={t(`row.${name}`)} about={textOf(name)}>
          <button
            className="btn quiet small"
            type="button"
            aria-label={t('changeOf', { setting: t(`row.${name}`) })}
            onClick={() => setOpened(name)}
          >
            {t('change')}
          </button>
        </SettingRow>
      ))}
      <SettingSwitch page={page} name="waitsAwake" />
      <SettingSwitch page={page} name="secondPublisher" />
      {(opened === 'name' || opened === 'invitation' || opened === 'reminder') && (
        <InLanguagesSheet {...sheet} name={opened} />
      )}
      {opened === 'colour' && <ColourSheet {...sheet} />}
      {opened === 'countries' && <CountriesSheet {...sheet} />}
      {(opened === 'aimDays' || opened === 'silentDays') && <DaysSheet {...sheet} name={opened} />}
      {opened === 'timeZone' && <TimeZoneSheet {...sheet} />}
      {opened === 'firstWeekday' && <FirstWeekdaySheet {...sheet} />}
      {opened === 'restDays' && <RestDaysSheet {...sheet} />}
      {opened === 'nights' && <NightsSheet {...sheet} />}
    </section>
  )
}

function useValueText(page: SettingsPage) {
  const { values } = page
  const weekdays = useWeekdays()
  const nights = useNights()
  const t = useTranslations('orgSettings.chosen')
  const { language } = useLanguage()
  return (name: Opened) => {
    switch (name) {
      case 'name':
        return nameIn(values.name, language) || t('noName')
      case 'colour':
        return values.colour ? (
          <span className="swatch">
            <i style={{ background: values.colour }} />
            <bdi dir="ltr">{values.colour}</bdi>
          </span>
        ) : (
          t('ownColour')
        )
      case 'countries': {
        const names = values.countries.map(code => countryName(language, code))
        if (names.length === 0) return t('allCountries')
        return names.length > 6
          ? t('manyCountries', { count: names.length })
          : new Intl.ListFormat(language).format(names)
      }
      case 'invitation':
      case 'reminder': {
        const text = filledIn({ name, text: values[name][language], language }, page)
        return (
          <>
            <span>{t('quoted', { text: isolated(text) })}</span>
            <span>{t('parts', smsParts(text))}</span>
          </>
        )
      }
      case 'timeZone':
        return (
          <span>
            <bdi>{zoneName(values.timeZone, language)}</bdi>
          </span>
        )
      case 'firstWeekday':
        return weekdays([values.firstWeekday])
      case 'restDays':
        return weekdays(values.restDays)
      case 'nights':
        return nights(values)
      default:
        return t('days', { count: values[name] })
    }
  }
}
