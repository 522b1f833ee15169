import { useTranslations } from 'use-intl'
import { toDigitsOf } from '../i18n/digits.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { DemoCode } from './demo-code.tsx'
import { Door } from './door.tsx'
import { DoorForm } from './door-form.tsx'
import { described, Field } from './field.tsx'
import { NewUserFields } from './new-user-fields.tsx'
import { readablePhone } from './phone-entry.ts'
import type { LoginEvent, PhoneLogin } from './phone-login.ts'
import { PhoneNumber } from './phone-number.tsx'
import type { Said } from './problem.ts'
import { ResendButton } from './resend-button.tsx'
import { inDigitsOf } from './shown-digits.ts'

type Props = {
  login: PhoneLogin
  said: Said
  onEvent(event: LoginEvent): void
  onSubmit(): void
  onResend(): void
}

/** The second step: the code that was sent, and a few questions for whoever is new. */
export function CodeForm({ login, said, onEvent, onSubmit, onResend }: Props) {
  const t = useTranslations('login')
  const { language } = useLanguage()
  const isBusy = login.busy !== undefined
  const sentTo = (
    <>
      {t('sentTo')} <PhoneNumber phone={readablePhone(login)} language={language} />
    </>
  )
  return (
    <Door
      title={login.isNew ? t('welcome') : t('welcomeBack')}
      subtitle={login.isNew ? t('getToKnow') : t('oneMoreStep')}
      at={1}
    >
      <DoorForm
        said={said}
        isBusy={login.busy === 'loggingIn'}
        label={t('login')}
        busyLabel={t('loggingIn')}
        onSubmit={onSubmit}
      >
        <Field id="code" label={t('code')} hint={sentTo} error={said.code}>
          <input
            className="input code"
            id="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            readOnly={isBusy || login.step !== 'code'}
            value={toDigitsOf(language, login.code)}
            onChange={event => onEvent({ type: 'code typed', text: inDigitsOf(language, event.target) })}
            {...described('code', { hint: sentTo, error: said.code })}
          />
        </Field>
        <DemoCode verificationId={login.verificationId} />
        {login.isNew && <NewUserFields {...{ login, said, onEvent }} />}
      </DoorForm>
      <div className="stack tight">
        <ResendButton resendAt={login.resendAt} isBusy={login.busy === 'resending'} onResend={onResend} />
        <button className="btn quiet small" type="button" onClick={() => onEvent({ type: 'phone reopened' })}>
          {t('changePhone')}
        </button>
      </div>
    </Door>
  )
}
