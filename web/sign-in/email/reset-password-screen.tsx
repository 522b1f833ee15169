import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Alert } from '../../ui/alert.tsx'
import { AuthLayout } from '../form/auth-layout.tsx'
import { AuthLink, EmailLink, PhoneSignInLink } from '../form/auth-links.tsx'
import { useErrorTexts } from '../form/problems/problem.ts'
import { Reading } from '../form/reading.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { Success } from './success.tsx'
import { useResetLink } from './use-reset-link.ts'

/** Opened by the link of a mail: a new password for our own sign-in. */
export function ResetPasswordScreen() {
  const t = useTranslations('resetPassword')
  const [isDone, setIsDone] = useState(false)
  return (
    <AuthLayout title={t('title')} subtitle={t('subtitle')} at={1} foot={isDone ? <PhoneSignInLink /> : <EmailLink />}>
      {isDone ? <Done /> : <Link onDone={() => setIsDone(true)} />}
    </AuthLayout>
  )
}

/** Shows the form once the link is checked. */
function Link({ onDone }: { onDone(): void }) {
  const t = useTranslations()
  const { link, problem, mayRetry, tryAgain } = useResetLink()
  const errors = useErrorTexts(problem ? [problem] : [])
  if (link) return <NewPasswordForm link={link} onDone={onDone} />
  if (!problem) return <Reading />
  return (
    <>
      <Alert title={errors.form} />
      {mayRetry ? (
        <button className="btn wide" type="button" onClick={tryAgain}>
          {t('common.tryAgain')}
        </button>
      ) : (
        <AuthLink to="/forgot-password" className="btn wide">
          {t('resetPassword.newLink')}
        </AuthLink>
      )}
    </>
  )
}

function Done() {
  const t = useTranslations('resetPassword')
  return (
    <>
      <Success title={t('done')}>{t('everywhere')}</Success>
      <AuthLink to="/login-email" className="btn wide">
        {t('toLogin')}
      </AuthLink>
    </>
  )
}
