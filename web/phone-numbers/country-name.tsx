import { useLanguage } from '../i18n/language-provider.tsx'
import { type Country, countryName } from './countries.ts'

/** Shows the Arabic name; a reader of another language finds the name in theirs below it. */
export function CountryName({ country }: { country: Country }) {
  const { language } = useLanguage()
  const name = countryName(language, country.code)
  return (
    <span className="grow">
      <bdi lang="ar">{country.localName}</bdi> {name !== country.localName && <small lang={language}>{name}</small>}
    </span>
  )
}
