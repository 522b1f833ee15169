import { useTranslations } from 'use-intl'
import { useLanguage } from '../i18n/language-provider.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Country, writtenDialCode } from './countries.ts'
import { CountryFlag } from './country-flag.tsx'
import { CountryName } from './country-name.tsx'

type Props = {
  countries: readonly Country[]
  chosen: string
  active: string | undefined
  onChoose(country: Country): void
}

export function optionId(code: string): string {
  return `country-${code}`
}

/** The list in two groups, filtered by a search. */
export function CountryOptions({ countries, ...choice }: Props) {
  const t = useTranslations('login')
  const preferred = countries.filter(country => country.isPreferred)
  const others = countries.filter(country => !country.isPreferred)
  return (
    <div className="countries-list" id="countries" role="listbox" aria-label={t('country')}>
      {preferred.length > 0 && <Group title={t('preferredCountries')} countries={preferred} {...choice} />}
      {others.length > 0 && <Group title={t('otherCountries')} countries={others} {...choice} />}
    </div>
  )
}

function Group({ title, countries, chosen, active, onChoose }: Props & { title: string }) {
  const { language } = useLanguage()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox.
    <div role="group" aria-label={title}>
      <p className="meta" aria-hidden="true">
        {title}
      </p>
      {countries.map(country => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the search field keeps the focus and handles the keys.
        <div
          className={country.code === active ? 'country is-active' : 'country'}
          id={optionId(country.code)}
          key={country.code}
          role="option"
          aria-selected={country.code === chosen}
          onClick={() => onChoose(country)}
        >
          <CountryFlag code={country.code} />
          <CountryName country={country} />
          {country.code === chosen && <Icon name="check" />}
          <span className="ltr">{writtenDialCode(country.dialCode, language)}</span>
        </div>
      ))}
    </div>
  )
}
