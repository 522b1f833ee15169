import { useLanguage } from '../i18n/language-provider.tsx'
import { type Country, countryName } from './countries.ts'

/** Shows the Arabic name; an English reader finds the English name below it. */
export function CountryName({ country }: { country: Country }) {
  const { language } = useLanguage()
  return (
    <span className="grow">
      <bdi lang="ar">{country.localName}</bdi>{' '}
      {language !== 'ar' && <small lang={language}>{countryName(language, country.code)}</small>}
    </span>
  )
}
