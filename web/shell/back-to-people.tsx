import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { wantTexts } from '../i18n/texts.ts'
import { Link } from '../router/link.tsx'
import { useLocation } from '../router/use-location.ts'
import { clearSessionEnding } from '../session.ts'
import { Icon } from '../ui/icon.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'

/** In the same file, so that the HTML page lists fewer files for everybody else. */
export { WhoScreen } from '../shared-phone/who-screen.tsx'

/** Around the sign-in of a shared phone: leads back to the people who are here. */
export function BackToPeople({ children }: { children: ReactNode }) {
  const { key, path } = useLocation()
  const [hasTexts, setHasTexts] = useState(false)
  useEffect(() => {
    void wantTexts('who').then(() => setHasTexts(true), ignore)
    void import('../shared-phone/lock-at-start.ts').then(({ lockAtStart }) => lockAtStart()).catch(ignore)
  }, [])
  return (
    <>
      {hasTexts && path !== '/who' && <Back />}
      <ScreenBoundary place={key}>{children}</ScreenBoundary>
    </>
  )
}

function Back() {
  const t = useTranslations('who')
  return (
    <nav className="back-to-people">
      <Link className="btn quiet small" to="/who" onClick={clearSessionEnding}>
        <Icon name="back" />
        {t('back')}
      </Link>
    </nav>
  )
}

function ignore(): void {}
