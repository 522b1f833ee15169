import { useTranslations } from 'use-intl'
import { toDigitsOf } from '../../../i18n/digits.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { PhoneNumber } from '../../../phone-numbers/phone-number.tsx'
import { spacedPhone } from '../../../phone-numbers/spaced-phone.ts'
import { described, Field } from '../../../ui/field.tsx'
import { DoorForm } from '../../form/auth-form.tsx'
import { Door } from '../../form/auth-layout.tsx'
import type { Said } from '../../form/problem.ts'
import { NewUserFields } from '../new-user-fields.tsx'
import { fullPhone } from '../phone-entry.ts'
import type { LoginEvent, PhoneLogin } from '../phone-login.ts'
import { CodeNews } from './code-news.tsx'
import { DemoCode } from './demo-code.tsx'
import { ResendButton } from './resend-button.tsx'
import { inDigitsOf } from './shown-digits.ts'

export type CodeFormProps = {
  login: PhoneLogin
  said: Said
  onEvent(event: LoginEvent): void
  onSubmit(): void
  onResend(): void
}

/** The second step: the code that was sent, and a few questions for somebody new. */
export function CodeForm({ login, said, onEvent, onSubmit, onResend }: CodeFormProps) {
  const t = useTranslations('login')
  const { language } = useLanguage()
  const isBusy = login.busy !== undefined
  const hint = login.isNew ? undefined : t('sendsItself')
  return (
    <Door title={login.isNew ? t('welcome') : t('almost')} subtitle={login.isNew ? t('getToKnow') : undefined} at={1}>
      <CodeNews login={login} />
      <DoorForm
        said={said}
        isBusy={login.busy === 'loggingIn'}
        label={t('login')}
        busyLabel={login.isNew || login.step !== 'code' ? t('loggingIn') : t('checking')}
        onSubmit={onSubmit}
      >
        <Field
          id="code"
          label={
            <>
              {t('sentTo')} <PhoneNumber phone={spacedPhone(fullPhone(login))} language={language} />
            </>
          }
          error={said.code}
        >
          <input
            className="input code"
            id="code"
            aria-label={t('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            readOnly={isBusy || login.step !== 'code'}
            value={toDigitsOf(language, login.code)}
            onChange={event => onEvent({ type: 'code typed', text: inDigitsOf(language, event.target) })}
            {...described('code', { hint, error: said.code })}
          />
          {hint && (
            <p className="meta" id="code-hint">
              {hint}
            </p>
          )}
        </Field>
        <DemoCode verificationId={login.verificationId} />
        {login.isNew && <NewUserFields {...{ login, said, onEvent }} />}
      </DoorForm>
      <div className="stack tight">
        <ResendButton resendAt={login.resendAt} isBusy={login.busy === 'resending'} onResend={onResend} />
        <button
          className="btn quiet wide"
          type="button"
          aria-disabled={isBusy}
          onClick={() => onEvent({ type: 'phone reopened' })}
        >
          {t('changePhone')}
        </button>
      </div>
    </Door>
  )
}
