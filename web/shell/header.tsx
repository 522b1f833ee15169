import { Link, useMatches } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUser } from '../identity/user.ts'
import { knownSettings } from '../settings/settings.ts'
import { Icon } from '../ui/icon.tsx'
import { MenuButton } from '../ui/menu.tsx'

/** The bar of the signed-in screens: menu, where one is, the ways there that a wide screen has room for, and the one way back. */
export function Header() {
  const t = useTranslations()
  const isMentor = useUser().data?.user.mentorId != null
  const { title = 'page.courses', button } = useMatches().at(-1)?.staticData ?? {}
  return (
    <header className="bar">
      <div className="bar-in">
        <MenuButton />
        <p className="bar-title">{t(title)}</p>
        <nav className="bar-nav">
          <Link to={isMentor ? '/courses' : '/'} search={true} activeOptions={{ exact: true, includeSearch: false }}>
            {t('page.courses')}
          </Link>
          {knownSettings().messengerEnabled && (
            <Link to="/messages" search={true} activeOptions={{ includeSearch: false }}>
              {t('page.messages')}
            </Link>
          )}
          <Link to="/account" search={true} activeOptions={{ includeSearch: false }}>
            {t('page.profile')}
          </Link>
        </nav>
        {button === 'home' && (
          <Link className="icon-btn" to="/" search={true} aria-label={t('header.home')}>
            <Icon name="home" />
          </Link>
        )}
      </div>
    </header>
  )
}
