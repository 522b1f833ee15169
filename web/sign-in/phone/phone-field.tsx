import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { toDigitsOf } from '../../i18n/digits.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { writtenDialCode } from '../../phone-numbers/countries.ts'
import { countDigits, cursorBefore, groupedPhone, phoneExample } from '../../phone-numbers/grouped-phone.ts'
import { PhoneNumber } from '../../phone-numbers/phone-number.tsx'
import { described, Field } from '../../ui/fields/field.tsx'
import type { LoginEvent, PhoneLogin } from './phone-login.ts'

type Props = { login: PhoneLogin; error: string | undefined; onEvent: ((event: LoginEvent) => void) | undefined }

/** A phone number after its dial code, grouped while it is typed. */
export function PhoneField({ login, error, onEvent }: Props) {
  const t = useTranslations('login')
  const { language } = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  const digitsBehind = useRef<number>(undefined)
  const shown = toDigitsOf(language, groupedPhone(login.phone, login.countryCode))
  const hint = (
    <>
      {t('phoneExample')} <PhoneNumber phone={phoneExample(login.countryCode)} language={language} />
    </>
  )

  // Grouping moves the digits; the cursor stays before the same digit.
  useLayoutEffect(() => {
    const field = input.current
    if (!field || digitsBehind.current === undefined || document.activeElement !== field) return
    const place = cursorBefore(field.value, digitsBehind.current)
    digitsBehind.current = undefined
    field.setSelectionRange(place, place)
  })

  function type(field: HTMLInputElement) {
    digitsBehind.current = countDigits(field.value.slice(field.selectionStart ?? field.value.length))
    onEvent?.({ type: 'phone typed', text: field.value, digitsBehind: digitsBehind.current })
  }

  return (
    <Field id="phone" label={t('phone')} hint={hint} error={error}>
      <div className="phone">
        {login.dialCode && <span>{writtenDialCode(login.dialCode, language)}</span>}
        <input
          className="input"
          id="phone"
          ref={input}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          required
          readOnly={login.busy !== undefined}
          value={shown}
          onChange={event => type(event.target)}
          {...described('phone', { hint, error })}
        />
      </div>
    </Field>
  )
}
