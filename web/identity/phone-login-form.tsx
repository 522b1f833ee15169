import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { VERSION } from '../../contract/version.ts'
import { toDigitsOf } from '../i18n/digits.ts'
import { LanguageButtonFace } from '../i18n/language-button.tsx'
import { useLanguage } from '../i18n/language-provider.tsx'
import { Alert } from '../ui/alert.tsx'
import { writtenDialCode } from './countries.ts'
import { CountryPicker } from './country-picker.tsx'
import { Door } from './door.tsx'
import { errorAttributes, Field } from './field.tsx'
import { type LoginErrors, loginErrorFrom } from './login-error.ts'
import { type LoginEvent, type PhoneLogin, untouched } from './phone-login.ts'
import { inDigitsOf } from './shown-digits.ts'
import { SubmitButton } from './submit-button.tsx'

type Props = {
  login?: PhoneLogin
  errors?: LoginErrors
  languageButton?: ReactNode
  onEvent?: (event: LoginEvent) => void
  onSubmit?: () => void
}

/**
 * The first step: which phone? Without anything given it is what index.html shows before the app is here;
 * nothing in it may need more than texts.
 */
export function PhoneLoginForm({ login = untouched, errors = {}, languageButton, onEvent, onSubmit }: Props) {
  const t = useTranslations()
  const { language } = useLanguage()
  return (
    <Door
      title={t('app.title')}
      subtitle={t('app.subtitle')}
      at={0}
      languageButton={languageButton ?? <LanguageButtonFace className="btn quiet small lang" />}
    >
      {/* Outside a dialog this method sends nothing: not even a button pressed too early loads the page anew. */}
      <form
        className="stack loose"
        method="dialog"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          onSubmit?.()
        }}
      >
        <CountryPicker
          countryCode={login.countryCode}
          error={errors.country}
          onChoose={countryCode => onEvent?.({ type: 'country chosen', countryCode })}
          onFail={failure => onEvent?.({ type: 'failed', error: loginErrorFrom(failure) })}
        />
        <Field id="phone" label={t('login.phone')} error={errors.phone}>
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
              {...errorAttributes('phone', errors.phone)}
            />
          </div>
        </Field>
        {errors.form && <Alert title={errors.form} />}
        <SubmitButton isBusy={login.busy !== undefined} label={t('login.send')} busyLabel={t('login.sending')} />
      </form>
      <div className="door-foot">
        <small>
          <bdi>{t('app.version', { version: VERSION })}</bdi>
        </small>
      </div>
    </Door>
  )
}
