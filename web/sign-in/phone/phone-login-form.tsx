import { useTranslations } from 'use-intl'
import { CountryPicker } from '../../phone-numbers/country-picker.tsx'
import { AuthForm } from '../form/auth-form.tsx'
import { AuthLayout } from '../form/auth-layout.tsx'
import { EmailLink } from '../form/auth-links.tsx'
import { EndedNote } from '../form/ended-note.tsx'
import { type ErrorTexts, problemFrom } from '../form/problems/problem.ts'
import { PhoneField } from './phone-field.tsx'
import { type LoginEvent, type PhoneLogin, untouchedLogin } from './phone-login.ts'
import { WhichNumber } from './which-number.tsx'

type Props = {
  login?: PhoneLogin
  errors?: ErrorTexts
  onEvent?: (event: LoginEvent) => void
  onSubmit?: () => void
  onConfirm?: (number: string) => void
}

/** The first step: the phone. Without props it is what index.html shows before the app is ready. */
export function PhoneLoginForm({ login = untouchedLogin, errors = {}, onEvent, onSubmit, onConfirm }: Props) {
  const t = useTranslations()
  return (
    <AuthLayout at={0} isFirst foot={<EmailLink />}>
      <EndedNote />
      <AuthForm
        errors={errors}
        isBusy={login.busy !== undefined}
        label={t('login.send')}
        busyLabel={t('login.sending')}
        onSubmit={onSubmit}
      >
        <CountryPicker
          countryCode={login.countryCode}
          error={errors.country}
          onChoose={countryCode => onEvent?.({ type: 'country chosen', countryCode })}
          onFail={failure => onEvent?.({ type: 'failed', problem: problemFrom(failure) })}
        />
        <PhoneField login={login} error={errors.phone} onEvent={onEvent} />
        {login.choices.length > 0 && <WhichNumber numbers={login.choices} onConfirm={onConfirm} />}
      </AuthForm>
    </AuthLayout>
  )
}
