import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'

/** The signed-in app before its code is loaded: the bar, and the shape of the screen. */
export function ShellSkeleton() {
  const t = useTranslations()
  return (
    <>
      <header className="bar">
        <div className="bar-in">
          <span className="icon-btn">
            <Icon name="menu" />
          </span>
          <p className="bar-title" data-own="name">
            {globalThis.window?.sbsNames ? '' : t('app.title')}
          </p>
        </div>
      </header>
      <LoadingScreen />
    </>
  )
}
