import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { countryName } from '../../../phone-numbers/countries.ts'
import { listCountries, searchCountries } from '../../../phone-numbers/country-list.ts'
import { CountryName } from '../../../phone-numbers/country-name.tsx'
import { Field, FieldError } from '../../../ui/fields/field.tsx'
import { SettingForm, type SettingSheetProps } from './setting-form.tsx'

/** Chooses the countries whose numbers may sign in, and the default country. If none is chosen, all may sign in. */
export function CountriesSheet({ page, onClose }: SettingSheetProps) {
  const t = useTranslations('orgSettings.chosen')
  const { language } = useLanguage()
  const [countries, setCountries] = useState(page.values.countries)
  const [defaultCountry, setDefaultCountry] = useState(page.values.defaultCountry)
  const [search, setSearch] = useState('')
  const all = useMemo(() => {
    const nameOf = (code: string) => countryName(language, code)
    const { compare } = new Intl.Collator(language)
    return listCountries(page.allowedCountries).sort((a, b) => compare(nameOf(a.code), nameOf(b.code)))
  }, [page.allowedCountries, language])
  const found = searchCountries(all, search)
  const offered = countries.length > 0 ? all.filter(({ code }) => countries.includes(code)) : all
  const isStillOffered = offered.some(({ code }) => code === defaultCountry)
  const chosenFirst = search ? found : [...found].sort((one, other) => rank(one.code) - rank(other.code))

  function rank(code: string): number {
    return page.values.countries.includes(code) ? 0 : 1
  }

  return (
    <SettingForm
      page={page}
      title={t('row.countries')}
      lead={t(page.allowedCountries.length > 0 ? 'lead.someCountries' : 'lead.countries')}
      wanted={{ countries, defaultCountry: isStillOffered ? defaultCountry : '' }}
      inWords={values =>
        values.countries.map(code => countryName(language, code)).join(t('comma')) || t('allCountries')
      }
      onClose={onClose}
    >
      {error => (
        <>
          <input
            className="input"
            type="search"
            aria-label={t('searchCountry')}
            placeholder={t('searchCountry')}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <fieldset className="pick" aria-describedby={error && 'countries-error'}>
            <legend className="visually-hidden">{t('row.countries')}</legend>
            {chosenFirst.map(country => (
              <label className="tick" key={country.code}>
                <input
                  type="checkbox"
                  checked={countries.includes(country.code)}
                  onChange={({ target }) =>
                    setCountries(
                      target.checked ? [...countries, country.code] : countries.filter(code => code !== country.code),
                    )
                  }
                />
                <CountryName country={country} />
              </label>
            ))}
          </fieldset>
          <p className="meta" role="status">
            {countries.length > 0 ? t('manyCountries', { count: countries.length }) : t('allCountries')}
          </p>
          <FieldError id="countries" error={error} />
          <Field id="default-country" label={t('defaultCountry')} error={undefined}>
            <select
              className="input"
              id="default-country"
              value={isStillOffered ? defaultCountry : ''}
              onChange={({ target }) => setDefaultCountry(target.value)}
            >
              <option value="">{t('noDefault')}</option>
              {offered.map(({ code }) => (
                <option key={code} value={code}>
                  {countryName(language, code)}
                </option>
              ))}
            </select>
          </Field>
        </>
      )}
    </SettingForm>
  )
}
