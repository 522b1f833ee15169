import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { languages } from '../../contract/languages.ts'
import { VERSION } from '../../contract/version.ts'
import { useLeaving } from '../account/leaving/use-leaving.ts'
import { useSignOut } from '../account/sign-out.ts'
import { LanguageButton } from '../i18n/language-button.tsx'
import { useLanguage } from '../i18n/language-provider.tsx'
import { useDataSaver } from '../media/data-saver.ts'
import { useMessenger } from '../messages/messenger.ts'
import { LazyPush } from '../messages/push/lazy-push.tsx'
import { PhoneNumber } from '../phone-numbers/phone-number.tsx'
import { spacedPhone } from '../phone-numbers/spaced-phone.ts'
import { Link } from '../router/link.tsx'
import { isSharedPhone } from '../session.ts'
import { knownSettings } from '../settings/settings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Switch } from '../ui/fields/switch.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useUser } from '../user/user.ts'
import './drawer.css'

/** The menu: the screens, the other language, and signing out. */
export function Drawer({ onClose }: { onClose(): void }) {
  const t = useTranslations()
  const { language } = useLanguage()
  const signOut = useSignOut()
  const { leave, question } = useLeaving()
  const user = useUser().data?.user
  const { unseen } = useMessenger()

  const name = user?.displayName || t('app.title')
  return (
    <Dialog className="drawer" label={t('header.menu')} onClose={onClose}>
      <div className="drawer-head">
        <span className="avatar on-primary" aria-hidden="true">
          {Array.from(name)[0]}
        </span>
        <div className="grow">
          <h2 className="name" tabIndex={-1} ref={focusOnOpening}>
            <bdi>{name}</bdi>
          </h2>
          {user?.phoneNumber && <PhoneNumber phone={spacedPhone(user.phoneNumber)} language={language} />}
        </div>
        <button className="icon-btn" type="button" aria-label={t('common.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <nav className="menu">
        <Link to={user?.mentorId == null ? '/' : '/courses'} onClick={onClose} current="here">
          <Icon name="book" />
          {t('page.courses')}
        </Link>
        {knownSettings().messengerEnabled && (
          <Link to="/messages" onClick={onClose} current="below">
            <Icon name="mail" />
            {t('page.messages')}
            {unseen > 0 && <span className="dot" role="img" aria-label={t('header.news')} />}
          </Link>
        )}
        {user?.teamRoles && (
          <Link to="/org" onClick={onClose} current="below">
            <Icon name="home" />
            {t('page.organisation')}
          </Link>
        )}
        <Link to="/account" onClick={onClose} current="below">
          <Icon name="person" />
          {t('page.profile')}
        </Link>
        {isSharedPhone() && <SomebodyElse leave={leave} />}
        <hr />
        <LanguageButton />
        <Leave icon="leave" text={t('page.logout')} onLeave={() => leave(signOut)} />
        <hr />
        <DataSaverSwitch />
        {/* This switch is the last one, because its code comes late: it must not move anything under a finger. */}
        <LazyPush chunk="switch" />
      </nav>
      <p className="meta drawer-foot">
        {t('app.title')}
        {languages[language].comma} <bdi>{t('app.version', { version: VERSION })}</bdi>
      </p>
      {question}
    </Dialog>
  )
}

/** Puts this person aside, and asks who is learning now. */
function SomebodyElse({ leave }: Pick<ReturnType<typeof useLeaving>, 'leave'>) {
  const t = useTranslations('who')
  const go = async () => (await import('../shared-phone/switch-people.ts')).putSessionAside()
  return <Leave icon="person" text={t('switch')} onLeave={() => leave(go, false)} />
}

type LeaveProps = { icon: IconName; text: string; onLeave(): Promise<void> }

/** A button that stays busy while the server is notified, which takes long on a slow network. */
function Leave({ icon, text, onLeave }: LeaveProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  function leave() {
    if (isLeaving) return
    setIsLeaving(true)
    const end = () => setIsLeaving(false)
    void onLeave().then(end, end)
  }
  return (
    <button type="button" aria-busy={isLeaving} aria-disabled={isLeaving} onClick={leave}>
      {isLeaving ? <span className="spin" /> : <Icon name={icon} />}
      {text}
    </button>
  )
}

/** One function for all renderings: a new one at each rendering would move the focus back to the heading. */
function focusOnOpening(heading: HTMLElement | null): void {
  heading?.focus()
}

/** Turns data saving on and off. Until it is touched it shows what the connection suggests. */
function DataSaverSwitch() {
  const t = useTranslations('media')
  const [isSaving, choose] = useDataSaver()
  const icon = <Icon name="download" />
  return <Switch label={t('saver')} hint={t('saverHint')} isOn={isSaving} onChange={choose} icon={icon} />
}
