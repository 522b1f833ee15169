import { useTranslations } from 'use-intl'
import { EmailField } from '../form/fields/email-field.tsx'
import { NameField } from '../form/fields/name-field.tsx'
import { PasswordField } from '../form/fields/password-field.tsx'
import { YesOrNo } from '../form/fields/yes-or-no.tsx'
import type { ErrorTexts } from '../form/problems/problem.ts'
import type { LoginEvent, PhoneLogin } from './phone-login.ts'

type Props = { login: PhoneLogin; errors: ErrorTexts; onEvent(event: LoginEvent): void }

/** Optional questions for a new person: their name, and the e-mail address of an older account. */
export function NewUserFields({ login, errors, onEvent }: Props) {
  const t = useTranslations('login')
  const isBusy = login.busy !== undefined
  const isFixed = isBusy || login.step === 'loading'
  const report = (type: 'name typed' | 'email typed' | 'password typed', text: string) => onEvent({ type, text })
  return (
    <>
      <NameField readOnly={isBusy} value={login.name} onChange={event => report('name typed', event.target.value)} />
      <YesOrNo
        id="usedEmail"
        question={t('usedEmail')}
        yes={t('yes')}
        no={t('no')}
        isFixed={isFixed}
        answer={login.usedEmail}
        onAnswer={usedEmail => onEvent({ type: 'past answered', usedEmail })}
      />
      {login.usedEmail && (
        <EmailField
          isOptional
          note={t('oldEmailNote')}
          readOnly={isFixed}
          error={errors.email}
          value={login.email}
          onChange={event => report('email typed', event.target.value)}
        />
      )}
      {login.email !== '' && (
        <PasswordField
          readOnly={isFixed}
          error={errors.password}
          value={login.password}
          onChange={event => report('password typed', event.target.value)}
        />
      )}
    </>
  )
}
