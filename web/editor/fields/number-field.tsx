import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toDigitsOf, toWesternDigits } from '../../i18n/digits.ts'
import { described, Field } from '../../ui/fields/field.tsx'
import { type FieldPath, usePageForm } from './form-context.ts'

type Props = {
  path: FieldPath
  label: string
  /** The number if the file has none. */
  usual: number
  least?: number
  most?: number
  isWhole?: boolean
}

/** A number. It can be typed in any digits, and is shown in the digits of the course's language. */
export function NumberField({ path, label, usual, least, most, isWhole = false }: Props) {
  const t = useTranslations('editor')
  const { language, read, change: edit, problemAt } = usePageForm()
  const id = useId()
  const value = read(path)
  const known = typeof value === 'number' ? value : usual
  const [typed, setTyped] = useState<string>()
  const mistake = typed === undefined ? undefined : mistakeIn(typed)
  const error = mistake ?? problemAt(path)

  function mistakeIn(text: string): string | undefined {
    const number = fromDigits(text)
    if (number === undefined || (isWhole && !Number.isInteger(number))) return t(isWhole ? 'noWholeNumber' : 'noNumber')
    const isOutside = (least !== undefined && number < least) || (most !== undefined && number > most)
    return isOutside ? t('outside', { least: least ?? 0, most: most ?? 0 }) : undefined
  }

  function change(text: string) {
    setTyped(text)
    const number = fromDigits(text)
    if (number !== undefined && mistakeIn(text) === undefined)
      edit({ op: 'set', path, to: number === usual ? undefined : number })
  }

  return (
    <Field id={id} label={label} error={error}>
      <input
        {...described(id, { error })}
        className="input"
        id={id}
        dir="ltr"
        inputMode="decimal"
        value={typed ?? toDigitsOf(language, String(known))}
        onChange={({ target }) => change(target.value)}
        onBlur={() => mistake === undefined && setTyped(undefined)}
      />
    </Field>
  )
}

/** A number typed in any of the digits that our languages use. Undefined if the text is not a number. */
function fromDigits(text: string): number | undefined {
  const plain = toWesternDigits(text.trim()).replace(/[٫,]/g, '.').replace(/^[−–]/, '-')
  return /^-?\d{1,9}(\.\d{1,6})?$/.test(plain) ? Number(plain) : undefined
}
