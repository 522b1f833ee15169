import { useTranslations } from 'use-intl'
import { wantTexts } from '../i18n/texts.ts'
import { useMessenger } from '../messages/messenger.ts'
import { Link } from '../router/link.tsx'
import { useLocation } from '../router/use-location.ts'
import { knownSettings } from '../settings/settings.ts'
import { Icon } from '../ui/icon.tsx'
import { lazy } from '../ui/lazy.ts'
import { MenuButton } from '../ui/menu.tsx'
import { PendingLine } from '../ui/pending-line.tsx'
import { useLazyAfter } from '../ui/use-lazy-after.ts'
import { useUser } from '../user/user.ts'

const sides = lazy(async () => {
  const [{ SideSwitch }] = await Promise.all([import('./sides/side-switch.tsx'), wantTexts('sides')])
  return SideSwitch
})

/** The title. For people of the team it is a menu with the other sides of the app. */
function Sides({ title }: { title: string }) {
  const SideSwitch = useLazyAfter(sides, 0)
  return SideSwitch ? <SideSwitch title={title} /> : <p className="bar-title">{title}</p>
}

/** The bar of the signed-in screens: menu, title, links on a wide screen, and the back button. */
export function Header() {
  const t = useTranslations()
  const { unseen } = useMessenger()
  const user = useUser().data?.user
  const isMentor = user?.mentorId != null
  const { title, button } = useLocation().route
  return (
    <header className="bar">
      <div className="bar-in">
        <MenuButton />
        {user?.teamRoles ? <Sides title={t(title)} /> : <p className="bar-title">{t(title)}</p>}
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
