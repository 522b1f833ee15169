import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { dialPlanFor } from '../../phone-numbers/dial-plans.ts'
import { PhoneNumber } from '../../phone-numbers/phone-number.tsx'
import { readPhone } from '../../phone-numbers/read-phone.ts'
import { spacedPhone } from '../../phone-numbers/spaced-phone.ts'
import type { Act } from '../../queries/use-act.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Problem } from '../frame/problem.tsx'

type Props = {
  act: Act
  /** A number without a country is in that of the old one. */
  oldPhone: string
  onClose(): void
  onAllow(phoneNumber: string): void
}

/** Asks for the new number twice, so that no stranger gets the account by a slip. */
export function NewPhoneSheet({ act, oldPhone, onClose, onAllow }: Props) {
  const t = useTranslations('people')
  const { language } = useLanguage()
  const [[first, second], setTyped] = useState<[string, string]>(['', ''])
  const [problem, setProblem] = useState<'numbersDiffer' | 'notANumber'>()
  const country = dialPlanFor(oldPhone.slice(1), '')?.code ?? ''
  const read = (text: string) => {
    const [number, ...others] = readPhone(text, country).numbers
    return number && others.length === 0 ? `+${number}` : undefined
  }
  const number = read(first)

  function submit() {
    if (!number) return setProblem('notANumber')
    if (number !== read(second)) return setProblem('numbersDiffer')
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
        <PhoneInput label={t('newNumber')} value={first} onChange={text => setTyped([text, second])} />
        {number && (
          <p className="meta">
            <PhoneNumber phone={spacedPhone(number)} language={language} />
          </p>
        )}
        <PhoneInput label={t('newNumberAgain')} value={second} onChange={text => setTyped([first, text])} />
        {problem && <p role="alert">{t(problem)}</p>}
        {!problem && <Problem of={act} />}
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t('allowPhone')}
        </button>
      </form>
    </Sheet>
  )
}

function PhoneInput({ label, value, onChange }: { label: string; value: string; onChange(text: string): void }) {
  return (
    <label className="field">
      <b>{label}</b>
      <input
        className="input"
        type="tel"
        dir="ltr"
        required
        placeholder="+971…"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
