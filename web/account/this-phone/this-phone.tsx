import { useTranslations } from 'use-intl'
import { storedAppName } from '../../app-name/stored-app-name.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { Link } from '../../router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import './this-phone.css'

/** What is set on this phone, and stays on it. */
export function ThisPhone() {
  const t = useTranslations()
  const { language } = useLanguage()
  return (
    <section className="stack tight">
      <h2 className="sub">{t('account.thisPhone')}</h2>
      <ul className="card rows">
        <li>
          <Link className="line-row" to="/account/name-and-icon">
            <Icon name="eye" />
            <span className="grow">
              <b>{t('account.appName')}</b>
              <small>{storedAppName()?.names[language] ?? t('app.title')}</small>
            </span>
            <Icon name="forward" />
          </Link>
        </li>
      </ul>
    </section>
  )
}
