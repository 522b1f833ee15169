import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CODE_LENGTH } from '../../contract/account.ts'
import { ApiError } from '../../contract/calls/api-error.ts'
import { changeEmail, sendEmailCode } from '../../contract/sign-in/email.ts'
import { call } from '../api.ts'
import { toDigitsOf, toWesternDigits } from '../i18n/digits.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { claimsOf, currentSession, serverNow } from '../session.ts'
import { AuthForm } from '../sign-in/form/auth-form.tsx'
import { EmailText } from '../sign-in/form/email-text.tsx'
import { EmailField } from '../sign-in/form/fields/email-field.tsx'
import { PasswordField } from '../sign-in/form/fields/password-field.tsx'
import { required, requiredEmail } from '../sign-in/form/problems/required.ts'
import { useForm } from '../sign-in/form/use-form.ts'
import { described, Field } from '../ui/fields/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet/sheet.tsx'
import type { KnownUser } from '../user/load-user.ts'
import { withOwnText } from './in-words.ts'
import { dropEmailCode, type SentEmailCode, saveEmailCode, sentEmailCode } from './sent-email-code.ts'
import { useChangeUser } from './use-change-user.ts'

type Props = { user: KnownUser; onClose(): void; onChanged(): void }

/** Changes the e-mail address of the account: first the new one, then the code mailed to it. */
export function EmailDialog({ user, onClose, onChanged }: Props) {
  const [sent, setSent] = useState(() => sentEmailCode(user.uid))
  if (!sent) return <NewEmail user={user} onClose={onClose} onSent={setSent} />
  function reopen() {
    dropEmailCode()
    setSent(undefined)
  }
  return <EmailCode sent={sent} onClose={onClose} onChanged={onChanged} onReopen={reopen} />
}

/** A little shorter than the server's limit, so that the password is always asked for in time. */
const RECENT_MS = 4 * 60_000

function signedInLately(): boolean {
  const session = currentSession()
  const { auth_time = 0 } = session ? claimsOf(session) : {}
  return serverNow() - auth_time * 1000 < RECENT_MS
}

type NewEmailProps = { user: KnownUser; onClose(): void; onSent(sent: SentEmailCode): void }

function NewEmail({ user, onClose, onSent }: NewEmailProps) {
  const t = useTranslations('account')
  const { language } = useLanguage()
  const [asksPassword, setAsksPassword] = useState(() => !signedInLately())
  const { errors, isBusy, form } = useForm<'email' | 'password'>({
    problemsIn: ({ email, password }) => [
      ...requiredEmail(email),
      ...(asksPassword ? required('password', password) : []),
    ],
    send,
    needsProvider: false,
  })

  async function send({ email, password }: { email: string; password: string }) {
    const wanted = { email: email.trim(), language, ...(asksPassword ? { password } : {}) }
    const { data } = await call(sendEmailCode, { body: wanted }).catch(failure => {
      if (failure instanceof ApiError && failure.code.endsWith('requires-recent-login')) setAsksPassword(true)
      throw withOwnText(failure, t('emailError'))
    })
    onSent(saveEmailCode({ uid: user.uid, email: wanted.email, demoCode: data.demoCode }))
  }

  return (
    <Sheet isLoose title={t('changeEmail')} isBusy={isBusy} onClose={onClose}>
      <p>{t('emailExplained')}</p>
      <AuthForm {...form} label={t('sendEmailCode')} busyLabel={t('oneMoment')}>
        <EmailField autoComplete="email" error={errors.email} readOnly={isBusy} />
        {asksPassword && (
          <PasswordField
            hint={user.phoneNumber ? t('emailForgotten') : undefined}
            error={errors.password}
            readOnly={isBusy}
          />
        )}
      </AuthForm>
    </Sheet>
  )
}

type EmailCodeProps = { sent: SentEmailCode; onClose(): void; onChanged(): void; onReopen(): void }

function EmailCode({ sent, onClose, onChanged, onReopen }: EmailCodeProps) {
  const t = useTranslations()
  const { language } = useLanguage()
  const changeUser = useChangeUser()
  const { errors, isBusy, form } = useForm<'code'>({
    problemsIn: ({ code }) => required('code', code),
    send: confirm,
    needsProvider: false,
  })

  async function confirm({ code }: { code: string }) {
    const body = { code: toWesternDigits(code).replace(/\D/g, '').slice(0, CODE_LENGTH) }
    const { data } = await call(changeEmail, { body }).catch(failure => {
      throw withOwnText(failure, t('account.emailError'))
    })
    dropEmailCode()
    changeUser({ email: data.email })
    onClose()
    onChanged()
  }

  return (
    <Sheet isLoose title={t('account.changeEmail')} isBusy={isBusy} onClose={onClose}>
      <p>
        {t('account.emailSent')} <EmailText email={sent.email} />
      </p>
      {sent.demoCode && (
        <div className="note">
          <Icon name="info" />
          <p>
            {t('login.demoCode')} <b className="ltr">{toDigitsOf(language, sent.demoCode)}</b>
          </p>
        </div>
      )}
      <AuthForm {...form} label={t('account.confirmEmail')} busyLabel={t('account.oneMoment')}>
        <Field id="code" label={t('login.code')} error={errors.code}>
          <input
            className="input code"
            id="code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            readOnly={isBusy}
            {...described('code', { error: errors.code })}
          />
        </Field>
      </AuthForm>
      <button className="btn quiet wide" type="button" aria-disabled={isBusy} onClick={() => isBusy || onReopen()}>
        {t('account.otherEmail')}
      </button>
    </Sheet>
  )
}
