import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { AuthForm } from '../form/auth-form.tsx'
import { AuthLayout } from '../form/auth-layout.tsx'
import { AuthLink, PhoneSignInLink } from '../form/auth-links.tsx'
import { EmailField } from '../form/fields/email-field.tsx'
import { tooManyAs } from '../form/problems/problem.ts'
import { requiredEmail } from '../form/problems/required.ts'
import { useForm } from '../form/use-form.ts'
import { identityProvider } from '../provider/provider.ts'
import { rememberedEmail, rememberTypedEmail } from './carried-email.ts'
import { ResetLinkSent, type SentLink } from './reset-link-sent.tsx'

/** Asks for a link to set a new password. */
export function ForgotPasswordScreen() {
  const t = useTranslations('forgotPassword')
  const [sent, setSent] = useState<SentLink>()
  return (
    <AuthLayout title={t('title')} subtitle={t('subtitle')} at={sent ? 1 : 0} foot={<PhoneSignInLink />}>
      {sent ? <ResetLinkSent {...sent} /> : <EmailForm onSent={setSent} />}
    </AuthLayout>
  )
}

function EmailForm({ onSent }: { onSent(sent: SentLink): void }) {
  const t = useTranslations('forgotPassword')
  const { language } = useLanguage()
  // If only the reply was lost, another press mails nothing: another mail would end the link of the first one.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { errors, isBusy, form } = useForm({
    problemsIn: (filled: { email: string }) => requiredEmail(filled.email),
    async send({ email }) {
      const provider = await identityProvider()
      const continueUrl = `${location.origin}/login${location.search}`
      const options = { language, continueUrl, idempotencyKey }
      const { link } = await provider.sendResetLink(email.trim(), options).catch(tooManyAs('too-often'))
      onSent({ email: email.trim(), link })
    },
  })
  return (
    <>
      <AuthForm {...form} label={t('send')} busyLabel={t('sending')}>
        <p>{t('explained')}</p>
        <EmailField
          readOnly={isBusy}
          error={errors.email}
          defaultValue={rememberedEmail()}
          onInput={rememberTypedEmail}
        />
      </AuthForm>
      <AuthLink to="/login-email" className="btn quiet small">
        {t('back')}
      </AuthLink>
    </>
  )
}
