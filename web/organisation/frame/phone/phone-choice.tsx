import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { CountryPicker } from '../../../phone-numbers/country-picker.tsx'
import { phoneExample } from '../../../phone-numbers/grouped-phone.ts'
import { PhoneNumber } from '../../../phone-numbers/phone-number.tsx'
import { spacedPhone } from '../../../phone-numbers/spaced-phone.ts'
import { CheckedInput } from '../checked-form/checked-form.tsx'
import { type TypedPhone, typedNumber } from './typed-phone.ts'

type Props = {
  id: string
  label: string
  phone: TypedPhone
  onChange(phone: TypedPhone): void
}

/** Fields for the phone number of somebody else: its country as at the sign-in, and the number as it is understood. */
export function PhoneChoice({ id, label, phone, onChange }: Props) {
  const t = useTranslations('login')
  const { language } = useLanguage()
  const [isListMissing, setIsListMissing] = useState(false)
  const failed = useTranslations('org.problems')('internal')
  const number = typedNumber(phone)
  const hint = (
    <>
      {t('phoneExample')} <PhoneNumber phone={phoneExample(phone.country)} language={language} />
    </>
  )
  return (
    <>
      <CountryPicker
        countryCode={phone.country}
        error={isListMissing ? failed : undefined}
        onFail={() => setIsListMissing(true)}
        onChoose={country => {
          setIsListMissing(false)
          onChange({ ...phone, country })
        }}
      />
      <CheckedInput
        id={id}
        label={label}
        hint={hint}
        type="tel"
        dir="ltr"
        required
        autoComplete="off"
        value={phone.text}
        onChange={text => onChange({ ...phone, text })}
      />
      {number && (
        <p className="meta">
          <PhoneNumber phone={spacedPhone(number)} language={language} />
        </p>
      )}
    </>
  )
}
