import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PersonDetails } from '../../../contract/organisation/people.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { nameInText } from '../../messages/person-name.tsx'
import type { ActState } from '../../queries/use-act.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { CheckedForm, CheckedInput } from '../frame/checked-form/checked-form.tsx'
import { Problem } from '../frame/problem.tsx'

type Erasing = {
  act: ActState
  person: PersonDetails
  /** A sentence if this mentor stands in for others, otherwise empty. */
  standsIn: readonly string[]
  onClose(): void
  onErase(body: { name: string; isNow: boolean }): Promise<void>
}

/** Says which data are erased and which stay, and asks for the name. */
export function EraseSheet({ act, person, standsIn, onClose, onErase }: Erasing) {
  const t = useTranslations('people')
  const { language } = useLanguage()
  const [name, setName] = useState('')
  const [isNow, setIsNow] = useState(false)
  const shown = person.name ?? person.phoneNumber ?? person.email ?? ''
  return (
    <Sheet isLoose title={t('erase')} isBusy={act.isBusy} onClose={onClose}>
      <CheckedForm onSubmit={() => void onErase({ name, isNow })}>
        <p>{t('eraseGoes')}</p>
        <p>{t('eraseStays')}</p>
        {standsIn.map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
        <CheckedInput
          id="name-again"
          label={t('typeName', { name: nameInText(shown, language) })}
          required
          dir="auto"
          autoComplete="off"
          value={name}
          onChange={setName}
        />
        <label className="tick">
          <input type="checkbox" checked={isNow} onChange={({ target }) => setIsNow(target.checked)} />
          <span>
            <b>{t('eraseNow')}</b>
            <small>{t('eraseNowLead')}</small>
          </span>
        </label>
        <Problem of={act} />
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t(isNow ? 'eraseAtOnce' : 'eraseInDays')}
        </button>
      </CheckedForm>
    </Sheet>
  )
}
