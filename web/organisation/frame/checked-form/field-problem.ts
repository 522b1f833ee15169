import { useFormatter, useTranslations } from 'use-intl'
import { isVisible } from '../../../../contract/text/visible.ts'

export type CheckedControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Why a field cannot be sent, in the person's language; undefined if it can. */
export function useFieldProblem(): (control: CheckedControl) => string | undefined {
  const t = useTranslations('org.fields')
  const format = useFormatter()
  const inWords = (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00`), { day: 'numeric', month: 'long', year: 'numeric' })

  return control => {
    const { validity, validationMessage, value } = control
    if (!control.willValidate) return undefined
    if (validity.badInput) return t('wholeDay')
    // The browser counts blanks and invisible letters as a text, the server does not.
    if (control.matches(':required') && !isVisible(value)) {
      return t(control.type === 'select-one' ? 'choose' : 'missing')
    }
    if (validity.rangeUnderflow) return t('earliest', { day: inWords((control as HTMLInputElement).min) })
    if (validity.rangeOverflow) return t('latest', { day: inWords((control as HTMLInputElement).max) })
    // A sentence that the field has set itself.
    return validity.customError ? validationMessage : undefined
  }
}
