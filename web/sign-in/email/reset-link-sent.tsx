import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { AuthLink } from '../form/auth-links.tsx'
import { EmailText } from '../form/email-text.tsx'
import { Success } from './success.tsx'

/** `link` only in the demo, where no mail is sent. */
export type SentLink = { email: string; link: string | undefined }

/** The next steps after a link was sent. */
export function ResetLinkSent({ email, link }: SentLink) {
  const t = useTranslations('forgotPassword')
  return (
    <>
      <Success title={t('sent')}>
        {t('sentTo')} <EmailText email={email} />
      </Success>
      {link ? <DemoLink link={link} /> : <p className="meta">{t('notThere')}</p>}
      <AuthLink to="/login-email" className="btn wide">
        {t('back')}
      </AuthLink>
    </>
  )
}

/** Shows the link in the demo, which sends no mail. */
function DemoLink({ link }: { link: string }) {
  const t = useTranslations('forgotPassword')
  return (
    <div className="note">
      <Icon name="info" />
      <p>
        {t('demoLink')} <a href={link}>{t('openLink')}</a>
      </p>
    </div>
  )
}
