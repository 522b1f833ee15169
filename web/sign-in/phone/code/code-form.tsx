import { useTranslations } from 'use-intl'
import type { Language } from '../../../../contract/languages.ts'
import { toDigitsOf, toWesternDigits } from '../../../i18n/digits.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { PhoneNumber } from '../../../phone-numbers/phone-number.tsx'
import { spacedPhone } from '../../../phone-numbers/spaced-phone.ts'
import { described, Field } from '../../../ui/fields/field.tsx'
import { AuthForm } from '../../form/auth-form.tsx'
import { AuthLayout } from '../../form/auth-layout.tsx'
import type { ErrorTexts } from '../../form/problems/problem.ts'
import { NewUserFields } from '../new-user-fields.tsx'
import { fullPhone } from '../phone-entry.ts'
import type { LoginEvent, PhoneLogin } from '../phone-login.ts'
import { CodeNews } from './code-news.tsx'
import { CodeSkeleton } from './code-skeleton.tsx'
import { DemoCode } from './demo-code.tsx'
import { ResendButton } from './resend-button.tsx'
import { otherWays, useOtherWays } from './use-other-ways.ts'

export { otherWays }

export type CodeFormProps = {
  login: PhoneLogin
  errors: ErrorTexts
  onEvent(event: LoginEvent): void
  onSubmit(): void
  onResend(): void
}

/** The second step: the code that was sent, and a few questions for a new person. */
export function CodeForm({ login, errors, onEvent, onSubmit, onResend }: CodeFormProps) {
  const t = useTranslations('login')
  const { language } = useLanguage()
  const isBusy = login.busy !== undefined
  const hint = login.isNew ? undefined : t('sendsItself')
  const ways = useOtherWays(login)
  const resend = <ResendButton resendAt={login.resendAt} isBusy={login.busy === 'resending'} onResend={onResend} />
  if (ways.open)
    return (
      <ways.open.OtherWays
        {...ways.props}
        error={errors.form}
        onChangePhone={() => onEvent({ type: 'phone reopened' })}
      >
        {resend}
      </ways.open.OtherWays>
    )
  if (ways.isAwaited) return <CodeSkeleton />
  return (
    <AuthLayout
      title={login.isNew ? t('welcome') : t('almost')}
      subtitle={login.isNew ? t('getToKnow') : undefined}
      at={1}
    >
      <CodeNews login={login} />
      <AuthForm
        errors={errors}
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
          error={errors.code}
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
            onChange={event => onEvent({ type: 'code typed', text: showDigitsOf(language, event.target) })}
            {...described('code', { hint, error: errors.code })}
          />
          {hint && (
            <p className="meta" id="code-hint">
              {hint}
            </p>
          )}
        </Field>
        <DemoCode verificationId={login.verificationId} />
        {login.isNew && <NewUserFields {...{ login, errors, onEvent }} />}
      </AuthForm>
      <div className="stack tight">
        {ways.offer && <ways.offer.OtherWaysOffer {...ways.offerProps} />}
        {resend}
        <button
          className="btn quiet wide"
          type="button"
          aria-disabled={isBusy}
          onClick={() => onEvent({ type: 'phone reopened' })}
        >
          {t('changePhone')}
        </button>
      </div>
    </AuthLayout>
  )
}

/** Converts the field to the digits of the language; the cursor stays where it is. */
function showDigitsOf(language: Language, field: HTMLInputElement): string {
  const shown = toDigitsOf(language, toWesternDigits(field.value))
  if (shown === field.value) return shown
  const cursor = field.selectionStart
  field.value = shown
  field.setSelectionRange(cursor, cursor)
  return shown
}
