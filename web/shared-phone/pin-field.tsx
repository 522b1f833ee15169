import type { Ref } from 'react'
import { toDigitsOf, toWesternDigits } from '../i18n/digits.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { described, FieldError } from '../ui/fields/field.tsx'
import './who.css'

export const PIN_LENGTH = 4

type Props = {
  id: string
  label: string
  /** Digits from 0 to 9. */
  value: string
  onChange(digits: string): void
  error: string | undefined
  isHiddenLabel?: boolean
  isBusy?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Four digits in any script, shown as dots. No password manager offers to store them. */
export function PinField({ id, label, value, onChange, error, isHiddenLabel, isBusy, ref }: Props) {
  const { language } = useLanguage()
  return (
    <div className={error ? 'field is-error' : 'field'}>
      <label className={isHiddenLabel ? 'visually-hidden' : undefined} htmlFor={id}>
        {label}
      </label>
      <input
        ref={ref}
        className="input code pin"
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        readOnly={isBusy}
        value={toDigitsOf(language, value)}
        onChange={({ target }) => onChange(toWesternDigits(target.value).replace(/\D/g, '').slice(0, PIN_LENGTH))}
        {...described(id, { error })}
      />
      <FieldError id={id} error={error} />
    </div>
  )
}
