import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NAME_LIMIT } from '../../contract/identity.ts'
import { toDigitsOf } from '../i18n/digits.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { Alert } from '../ui/alert.tsx'
import { DemoCode } from './demo-code.tsx'
import { Door } from './door.tsx'
import { Field } from './field.tsx'
import type { LoginErrors } from './login-error.ts'
import { readablePhone } from './phone-entry.ts'
import type { LoginEvent, PhoneLogin } from './phone-login.ts'
import { PhoneNumber } from './phone-number.tsx'
import { ResendButton } from './resend-button.tsx'
import { inDigitsOf } from './shown-digits.ts'
import { SubmitButton } from './submit-button.tsx'

type Props = {
  login: PhoneLogin
  errors: LoginErrors
  languageButton: ReactNode
  onEvent(event: LoginEvent): void
  onSubmit(): void
  onResend(): void
}

/** The second step: the code that was sent, and the name of whoever is new. */
export function CodeForm({ login, errors, languageButton, onEvent, onSubmit, onResend }: Props) {
  const t = useTranslations('login')
  const { language } = useLanguage()
  const isBusy = login.busy !== undefined
  return (
    <Door
      title={login.isNew ? t('welcome') : t('welcomeBack')}
      subtitle={login.isNew ? t('getToKnow') : t('oneMoreStep')}
      at={1}
      languageButton={languageButton}
    >
      <form
        className="stack loose"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Field id="code" label={t('code')} error={errors.code}>
          <p className="meta" id="code-sent">
            {t('sentTo')} <PhoneNumber phone={readablePhone(login)} language={language} />
          </p>
          <input
            className="input code"
            id="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            readOnly={isBusy || login.step === 'loading'}
            value={toDigitsOf(language, login.code)}
            onChange={event => onEvent({ type: 'code typed', text: inDigitsOf(language, event.target) })}
            aria-invalid={errors.code !== undefined}
            aria-describedby={errors.code ? 'code-sent code-error' : 'code-sent'}
          />
        </Field>
        <DemoCode verificationId={login.verificationId} />
        {login.isNew && (
          <Field
            id="name"
            label={
              <>
                {t('name')} <span className="opt">({t('optional')})</span>
              </>
            }
            error={undefined}
          >
            <input
              className="input"
              id="name"
              autoComplete="name"
              maxLength={NAME_LIMIT}
              readOnly={isBusy}
              value={login.name}
              onChange={event => onEvent({ type: 'name typed', text: event.target.value })}
            />
          </Field>
        )}
        {errors.form && <Alert title={errors.form} />}
        <SubmitButton isBusy={login.busy === 'loggingIn'} label={t('login')} busyLabel={t('loggingIn')} />
      </form>
      <div className="stack tight">
        <ResendButton resendAt={login.resendAt} isBusy={login.busy === 'resending'} onResend={onResend} />
        <button className="btn quiet small" type="button" onClick={() => onEvent({ type: 'phone reopened' })}>
          {t('changePhone')}
        </button>
      </div>
    </Door>
  )
}
