import { useTranslations } from 'use-intl'
import { storedAppName } from '../../app-name/stored-app-name.ts'
import { useDownloads } from '../../downloads/use-downloads.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Link } from '../../router/link.tsx'
import { knownSettings } from '../../settings/settings.ts'
import { Icon } from '../../ui/icon.tsx'
import './this-phone.css'

/** The settings of this phone, which stay on it. */
export function ThisPhone() {
  const t = useTranslations()
  const { language } = useLanguage()
  return (
    <section className="stack tight">
      <h2 className="sub">{t('account.thisPhone')}</h2>
      <ul className="card rows">
        {!knownSettings().offlineOff && <KeptHere />}
        <li>
          <Link className="tall-row" to="/account/name-and-icon">
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

function KeptHere() {
  const t = useTranslations()
  const inWords = useSizeInWords()
  const rows = useDownloads() ?? []
  const count = new Set(rows.map(({ courseId }) => courseId)).size
  const size = inWords(rows.reduce((sum, { bytes }) => sum + bytes, 0))
  return (
    <li>
      <Link className="tall-row" to="/phone">
        <Icon name="phone" />
        <span className="grow">
          <b>{t('page.phone')}</b>
          <small>{count === 0 ? t('phone.empty') : t('phone.used', { count, size })}</small>
        </span>
        <Icon name="forward" />
      </Link>
    </li>
  )
}
