import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../i18n/language-provider.tsx'
import { described, Field } from '../ui/fields/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { countryByCode, writtenDialCode } from './countries.ts'
import { CountryFlag } from './country-flag.tsx'
import { CountryName } from './country-name.tsx'
import type { CountrySheetProps } from './country-sheet.tsx'

type Props = {
  countryCode: string
  error: string | undefined
  onChoose(countryCode: string): void
  /** The list could not be loaded. */
  onFail(failure: unknown): void
}

/** Shows the country and opens the list of all, which is loaded only then. */
export function CountryPicker({ countryCode, error, onChoose, onFail }: Props) {
  const t = useTranslations('login')
  const { language } = useLanguage()
  const button = useRef<HTMLButtonElement>(null)
  const [Sheet, setSheet] = useState<ComponentType<CountrySheetProps>>()
  const [isComing, setIsComing] = useState(false)
  const country = countryByCode(countryCode)
  const isOpen = Sheet !== undefined

  useEffect(() => {
    if (isOpen) return () => button.current?.focus()
  }, [isOpen])

  async function open() {
    setIsComing(true)
    await import('./country-sheet.tsx').then(({ CountrySheet }) => setSheet(() => CountrySheet), onFail)
    setIsComing(false)
  }

  return (
    <>
      <Field id="country" label={t('country')} error={error}>
        <span className="select">
          <button
            className="input country"
            id="country"
            type="button"
            ref={button}
            aria-haspopup="dialog"
            aria-labelledby="country-label country"
            aria-busy={isComing}
            onClick={() => void open()}
            {...described('country', { error })}
          >
            {isComing && <span className="spin" />}
            {country ? (
              <>
                <CountryFlag code={country.code} />
                <CountryName country={country} />{' '}
                <span className="ltr">{writtenDialCode(country.dialCode, language)}</span>
              </>
            ) : (
              t('chooseCountry')
            )}
          </button>
          <Icon name="down" />
        </span>
      </Field>
      {Sheet && <Sheet chosen={countryCode} onChoose={onChoose} onClose={() => setSheet(undefined)} />}
    </>
  )
}
