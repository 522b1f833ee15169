import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { wantTexts } from '../i18n/messages.ts'
import { useMessenger } from '../messages/messenger.ts'
import { later, useLater } from '../ui/later.ts'
import { MenuContext } from '../ui/menu.tsx'

const drawer = later(async () => (await Promise.all([import('./drawer.tsx'), wantTexts('media')]))[0])
/** By then the screen itself is there; nobody opens the menu sooner without waiting for it anyway. */
const FETCHED_AFTER_MS = 1000

/** Holds the menu, so that any bar can open it. */
export function MenuProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const { unseen } = useMessenger()
  const menu = useMemo(
    () => ({ hasNews: unseen > 0, open: () => void drawer.load().then(() => setIsOpen(true), stayClosed) }),
    [unseen],
  )
  useEffect(() => {
    const fetchIt = () =>
      void drawer
        .load()
        .then(({ keepTold }) => keepTold())
        .catch(stayClosed)
    const timer = setTimeout(fetchIt, FETCHED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <MenuContext value={menu}>
      {children}
      {isOpen && (
        <Suspense>
          <OpenDrawer onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </MenuContext>
  )
}

function OpenDrawer({ onClose }: { onClose(): void }) {
  const { Drawer } = useLater(drawer)
  return <Drawer onClose={onClose} />
}

/** Without a network it cannot come; the next tap asks again. */
function stayClosed(): void {}
