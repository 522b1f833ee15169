import { useTranslations } from 'use-intl'
import { useMessenger } from '../messages/messenger.ts'
import { Link } from '../router/link.tsx'
import { usePlace } from '../router/use-place.ts'
import { knownSettings } from '../settings/settings.ts'
import { Icon } from '../ui/icon.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { PendingLine } from '../ui/pending-line.tsx'
import { useUser } from '../user/user.ts'

/** The bar of the signed-in screens: menu, title, links on a wide screen, and the back button. */
export function Header() {
  const t = useTranslations()
  const { unseen } = useMessenger()
  const isMentor = useUser().data?.user.mentorId != null
  const { title, button } = usePlace().route
  return (
    <header className="bar">
      <div className="bar-in">
        <MenuButton />
        <p className="bar-title">{t(title)}</p>
        <nav className="bar-nav">
          <Link to={isMentor ? '/courses' : '/'} current="here">
            {t('page.courses')}
          </Link>
          {knownSettings().messengerEnabled && (
            <Link to="/messages" current="below">
              {t('page.messages')}
              {unseen > 0 && <span className="dot" role="img" aria-label={t('header.news')} />}
            </Link>
          )}
          <Link to="/account" current="below">
            {t('page.profile')}
          </Link>
        </nav>
        {button === 'home' && (
          <Link className="icon-btn" to="/" aria-label={t('header.home')}>
            <Icon name="home" />
          </Link>
        )}
      </div>
      <PendingLine />
    </header>
  )
}
