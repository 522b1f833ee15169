import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { wantTexts } from '../i18n/texts.ts'
import { useMessenger } from '../messages/messenger.ts'
import { useLocation } from '../router/use-location.ts'
import { isSharedPhone } from '../session.ts'
import { lazy, useLazy } from '../ui/lazy.ts'
import { MenuContext } from '../ui/menu.tsx'

const drawer = lazy(async () => {
  const texts = isSharedPhone() ? wantTexts('who') : undefined
  return (await Promise.all([import('./drawer.tsx'), wantTexts('media'), texts]))[0]
})
/** The screen is ready by then. If the menu is opened sooner, it waits for its code. */
const FETCHED_AFTER_MS = 1000

/** Holds the menu, so that any bar can open it. */
export function MenuProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('header')
  const [state, setState] = useState<'closed' | 'coming' | 'missing' | 'open'>('closed')
  const { unseen } = useMessenger()
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState(key)
  // The menu also closes when the browser goes back.
  if (key !== openedAt) {
    setOpenedAt(key)
    setState('closed')
  }
  const isComing = state === 'coming'
  const menu = useMemo(() => ({ hasNews: unseen > 0, isComing, open: () => setState('coming') }), [unseen, isComing])
  useEffect(() => {
    if (state === 'coming')
      drawer.load().then(
        () => setState('open'),
        () => setState('missing'),
      )
    if (state !== 'missing') return
    // The menu was opened without a network. It appears as soon as there is one.
    const again = () => setState('coming')
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [state])
  useEffect(() => {
    const timer = setTimeout(() => void drawer.load().catch(ignore), FETCHED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <MenuContext value={menu}>
      {children}
      {state === 'missing' && (
        <div className="snack" role="alert">
          {t('menuLater')}
        </div>
      )}
      {state === 'open' && (
        <Suspense>
          <OpenDrawer onClose={() => setState('closed')} />
        </Suspense>
      )}
    </MenuContext>
  )
}

function OpenDrawer({ onClose }: { onClose(): void }) {
  const { Drawer } = useLazy(drawer)
  return <Drawer onClose={onClose} />
}

/** Preloading may fail: a tap loads it again. */
function ignore(): void {}
