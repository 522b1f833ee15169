import { useTranslations } from 'use-intl'
import { CountryPicker } from './country-picker.tsx'
import { Door } from './door.tsx'
import { DoorForm } from './door-form.tsx'
import { EmailLink } from './door-links.tsx'
import { EndedNote } from './ended-note.tsx'
import { PhoneField } from './phone/phone-field.tsx'
import { WhichNumber } from './phone/which-number.tsx'
import { type LoginEvent, type PhoneLogin, untouched } from './phone-login.ts'
import { problemFrom, type Said } from './problem.ts'

type Props = {
  login?: PhoneLogin
  said?: Said
  onEvent?: (event: LoginEvent) => void
  onSubmit?: () => void
  onConfirm?: (number: string) => void
}

/** The first step: which phone? Without anything given it is what index.html shows before the app is here. */
export function PhoneLoginForm({ login = untouched, said = {}, onEvent, onSubmit, onConfirm }: Props) {
  const t = useTranslations()
  return (
    <Door title={t('app.title')} subtitle={t('app.subtitle')} at={0} isFirst foot={<EmailLink />}>
      <EndedNote />
      <DoorForm
        said={said}
        isBusy={login.busy !== undefined}
        label={t('login.send')}
        busyLabel={t('login.sending')}
        onSubmit={onSubmit}
      >
        <CountryPicker
          countryCode={login.countryCode}
          error={said.country}
          onChoose={countryCode => onEvent?.({ type: 'country chosen', countryCode })}
          onFail={failure => onEvent?.({ type: 'failed', problem: problemFrom(failure) })}
        />
        <PhoneField login={login} error={said.phone} onEvent={onEvent} />
        {login.choices.length > 0 && <WhichNumber numbers={login.choices} onConfirm={onConfirm} />}
      </DoorForm>
    </Door>
  )
}
