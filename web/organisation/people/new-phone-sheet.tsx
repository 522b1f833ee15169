import { useTranslations } from 'use-intl'
import type { ActState } from '../../queries/use-act.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { useTyped } from '../../user/use-typed.ts'
import { CheckedForm, CheckedInput } from '../frame/checked-form/checked-form.tsx'
import { PhoneChoice } from '../frame/phone/phone-choice.tsx'
import { countryOfPhone, typedNumber } from '../frame/phone/typed-phone.ts'
import { Problem } from '../frame/problem.tsx'

type Props = {
  act: ActState
  uid: string
  /** A new number without a dial code is in the country of this number, unless another country is chosen. */
  oldPhone: string
  onClose(): void
  onAllow(phoneNumber: string): void
}

/** Asks for the new number twice, so that no stranger gets the account by a typing mistake. */
export function NewPhoneSheet({ act, uid, oldPhone, onClose, onAllow }: Props) {
  const t = useTranslations('people')
  const [first, setFirst] = useTyped(`new phone ${uid}`, { text: '', country: countryOfPhone(oldPhone) })
  const [second, setSecond] = useTyped(`new phone again ${uid}`, '')
  const number = typedNumber(first)

  function check() {
    if (!number) return { 'new-phone': t('notANumber') }
    return { 'new-phone-again': number === typedNumber({ ...first, text: second }) ? undefined : t('numbersDiffer') }
  }

  return (
    <Sheet isLoose title={t('newPhone')} isBusy={act.isBusy} onClose={onClose}>
      <CheckedForm check={check} onSubmit={() => number && onAllow(number)}>
        <p>{t('newPhoneLead')}</p>
        <PhoneChoice id="new-phone" label={t('newNumber')} phone={first} onChange={setFirst} />
        <CheckedInput
          id="new-phone-again"
          label={t('newNumberAgain')}
          type="tel"
          dir="ltr"
          required
          autoComplete="off"
          value={second}
          onChange={setSecond}
        />
        <Problem of={act} />
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t('allowPhone')}
        </button>
      </CheckedForm>
    </Sheet>
  )
}
