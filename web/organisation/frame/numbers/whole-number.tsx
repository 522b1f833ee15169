import { type ComponentProps, useEffect, useRef } from 'react'
import { toWesternDigits } from '../../../i18n/digits.ts'

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  value: string
  most: number
  /** The sentence for a number below 1 or above the most, and for anything else. */
  wrong: string
  onChange(value: string): void
}

/** A number from 1 on, in the digits of any keyboard: a field of the type `number` would ignore Arabic digits. */
export function WholeNumber({ value, most, wrong, onChange, ...props }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const number = wholeNumberIn(value)
  const isGood = number === undefined || (Number.isInteger(number) && number >= 1 && number <= most)
  useEffect(() => field.current?.setCustomValidity(isGood ? '' : wrong), [isGood, wrong])
  return (
    <input
      {...props}
      ref={field}
      className="input"
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Undefined for an empty text, NaN for anything but a number. */
export function wholeNumberIn(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(toWesternDigits(text))
}
