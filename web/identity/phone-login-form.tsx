import { useTranslations } from 'use-intl'
import { toDigitsOf } from '../i18n/digits.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { writtenDialCode } from './countries.ts'
import { CountryPicker } from './country-picker.tsx'
import { Door } from './door.tsx'
import { DoorForm } from './door-form.tsx'
import { EmailLink } from './door-links.tsx'
import { described, Field } from './field.tsx'
import { type LoginEvent, type PhoneLogin, untouched } from './phone-login.ts'
import { problemFrom, type Said } from './problem.ts'
import { inDigitsOf } from './shown-digits.ts'

type Props = {
  login?: PhoneLogin
  said?: Said
  onEvent?: (event: LoginEvent) => void
  onSubmit?: () => void
}

/** The first step: which phone? Without anything given it is what index.html shows before the app is here. */
export function PhoneLoginForm({ login = untouched, said = {}, onEvent, onSubmit }: Props) {
  const t = useTranslations()
  const { language } = useLanguage()
  return (
    <Door title={t('app.title')} subtitle={t('app.subtitle')} at={0} isFirst foot={<EmailLink />}>
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
        <Field id="phone" label={t('login.phone')} error={said.phone}>
          <div className="phone">
            {login.dialCode && <span>{writtenDialCode(login.dialCode, language)}</span>}
            <input
              className="input"
              id="phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              required
              readOnly={login.busy !== undefined}
              value={toDigitsOf(language, login.phone)}
              onChange={event => onEvent?.({ type: 'phone typed', text: inDigitsOf(language, event.target) })}
              {...described('phone', { error: said.phone })}
            />
          </div>
        </Field>
      </DoorForm>
    </Door>
  )
}
