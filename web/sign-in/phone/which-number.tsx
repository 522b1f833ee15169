import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { PhoneNumber } from '../../phone-numbers/phone-number.tsx'
import { spacedPhone } from '../../phone-numbers/spaced-phone.ts'

type Props = { numbers: readonly string[]; onConfirm: ((number: string) => void) | undefined }

/** Asks which number is meant before a code is sent. If it is another number, the person corrects the field above. */
export function WhichNumber({ numbers, onConfirm }: Props) {
  const t = useTranslations('login')
  const { language } = useLanguage()
  const first = useRef<HTMLButtonElement>(null)
  // Each question has a new array, so this also runs if the same text is asked about again.
  useEffect(() => {
    if (numbers.length > 0) first.current?.focus()
  }, [numbers])
  return (
    <fieldset className="stack tight" aria-describedby="which-number-otherwise">
      <legend>{numbers.length === 1 ? t('isThisNumber') : t('whichNumber')}</legend>
      {numbers.map((number, index) => (
        <button
          className="btn second wide"
          key={number}
          type="button"
          ref={index === 0 ? first : undefined}
          onClick={() => onConfirm?.(number)}
        >
          <PhoneNumber phone={spacedPhone(number)} language={language} />
        </button>
      ))}
      <p className="meta" id="which-number-otherwise">
        {t('correctNumber')}
      </p>
    </fieldset>
  )
}
