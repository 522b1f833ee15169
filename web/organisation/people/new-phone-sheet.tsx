import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ActState } from '../../queries/use-act.ts'
import { Field } from '../../ui/fields/field.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { PhoneChoice } from '../frame/phone/phone-choice.tsx'
import { countryOfPhone, typedNumber } from '../frame/phone/typed-phone.ts'
import { Problem } from '../frame/problem.tsx'

type Props = {
  act: ActState
  /** A number without a country is in that of the old one, unless another one is chosen. */
  oldPhone: string
  onClose(): void
  onAllow(phoneNumber: string): void
}

/** Asks for the new number twice, so that no stranger gets the account by a slip. */
export function NewPhoneSheet({ act, oldPhone, onClose, onAllow }: Props) {
  const t = useTranslations('people')
  const [first, setFirst] = useState(() => ({ text: '', country: countryOfPhone(oldPhone) }))
  const [second, setSecond] = useState('')
  const [problem, setProblem] = useState<'numbersDiffer' | 'notANumber'>()
  const number = typedNumber(first)

  function submit() {
    if (!number) return setProblem('notANumber')
    if (number !== typedNumber({ ...first, text: second })) return setProblem('numbersDiffer')
    setProblem(undefined)
    onAllow(number)
  }

  return (
    <Sheet isLoose title={t('newPhone')} isBusy={act.isBusy} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <p>{t('newPhoneLead')}</p>
        <PhoneChoice id="new-phone" label={t('newNumber')} phone={first} error={undefined} onChange={setFirst} />
        <Field id="new-phone-again" label={t('newNumberAgain')} error={undefined}>
          <input
            className="input"
            id="new-phone-again"
            type="tel"
            dir="ltr"
            required
            autoComplete="off"
            value={second}
            onChange={({ target }) => setSecond(target.value)}
          />
        </Field>
        {problem && <p role="alert">{t(problem)}</p>}
        {!problem && <Problem of={act} />}
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t('allowPhone')}
        </button>
      </form>
    </Sheet>
  )
}
