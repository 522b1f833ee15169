import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { resetPassword } from '../../../contract/sign-in/password-reset.ts'
import { callSignedOut } from '../../api.ts'
import { toDigitsOf } from '../../i18n/digits.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { AuthForm } from '../form/auth-form.tsx'
import { EmailText } from '../form/email-text.tsx'
import { PasswordField } from '../form/fields/password-field.tsx'
import { YesOrNo } from '../form/fields/yes-or-no.tsx'
import type { FormProblem } from '../form/problems/problem.ts'
import { required } from '../form/problems/required.ts'
import { useForm } from '../form/use-form.ts'
import { rememberEmail } from './carried-email.ts'
import { dropResetToken, resetToken } from './reset-link.ts'
import { usePasswordPolicy } from './use-password-policy.ts'
import type { ResetLink } from './use-reset-link.ts'

type Filled = { password: string; keepsPhone: string }

/** A new password. If the owner of the account's phone was never verified, also asks whether the phone is theirs. */
export function NewPasswordForm({ link, onDone }: { link: ResetLink; onDone(): void }) {
  const t = useTranslations('resetPassword')
  const { language } = useLanguage()
  const policy = usePasswordPolicy()
  const { email, phoneToConfirm } = link
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { errors, isBusy, form } = useForm<keyof Filled>({ problemsIn, send })

  function problemsIn({ password, keepsPhone }: Filled): FormProblem<keyof Filled>[] {
    const unanswered = phoneToConfirm === null ? [] : required<keyof Filled>('keepsPhone', keepsPhone)
    return [...required<keyof Filled>('password', password), ...unanswered]
  }

  async function send({ password, keepsPhone }: Filled) {
    const answer = phoneToConfirm === null ? {} : { keepsPhone: keepsPhone === 'true' }
    // If only the reply is lost, another press says that it is done and not that the link is used up.
    await callSignedOut(resetPassword, { body: { token: resetToken(), password, ...answer } }, { idempotencyKey })
    dropResetToken()
    rememberEmail(email)
    onDone()
  }

  return (
    <AuthForm {...form} label={t('save')} busyLabel={t('saving')}>
      <p>
        {t('account')} <EmailText email={email} />
      </p>
      {/* Never seen: it tells password managers whose password this is. */}
      <input name="email" type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        hint={t(policy === 'strong' ? 'strongPasswordHint' : 'passwordHint')}
        readOnly={isBusy}
        error={errors.password}
      />
      {phoneToConfirm !== null && (
        <YesOrNo
          id="keepsPhone"
          question={t('phoneQuestion', { digits: toDigitsOf(language, phoneToConfirm) })}
          yes={t('mine')}
          no={t('notMine')}
          isFixed={isBusy}
          error={errors.keepsPhone}
        />
      )}
    </AuthForm>
  )
}
