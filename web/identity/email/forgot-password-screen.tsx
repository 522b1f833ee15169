import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { carriedEmail, carryTyped } from '../carried-email.ts'
import { Door } from '../door.tsx'
import { DoorForm } from '../door-form.tsx'
import { DoorLink } from '../door-link.tsx'
import { PhoneLink } from '../door-links.tsx'
import { EmailField } from '../email-field.tsx'
import { identityProvider } from '../provider.ts'
import { requiredEmail } from '../required.ts'
import { useForm } from '../use-form.ts'
import { ResetLinkSent, type SentLink } from './reset-link-sent.tsx'

/** Has a link sent with which a new password is chosen. */
export function ForgotPasswordScreen() {
  const t = useTranslations('forgotPassword')
  const [sent, setSent] = useState<SentLink>()
  return (
    <Door title={t('title')} subtitle={t('subtitle')} at={sent ? 1 : 0} foot={<PhoneLink />}>
      {sent ? <ResetLinkSent {...sent} /> : <AddressForm onSent={setSent} />}
    </Door>
  )
}

function AddressForm({ onSent }: { onSent(sent: SentLink): void }) {
  const t = useTranslations('forgotPassword')
  const { language } = useLanguage()
  const { said, isBusy, form } = useForm({
    problemsIn: (filled: { email: string }) => requiredEmail(filled.email),
    async send({ email }) {
      const provider = await identityProvider()
      const continueUrl = `${location.origin}/login${location.search}`
      const { link } = await provider.sendResetLink(email.trim(), language, continueUrl)
      onSent({ email: email.trim(), link })
    },
  })
  return (
    <>
      <DoorForm {...form} label={t('send')} busyLabel={t('sending')}>
        <p>{t('explained')}</p>
        <EmailField readOnly={isBusy} error={said.email} defaultValue={carriedEmail()} onInput={carryTyped} />
      </DoorForm>
      <DoorLink to="/login-email" className="btn quiet small">
        {t('back')}
      </DoorLink>
    </>
  )
}
