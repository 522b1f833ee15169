import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'
import { Drawer } from './drawer.tsx'

const MenuContext = createContext<{ open(): void } | undefined>(undefined)

/** Holds the menu, so that any bar can open it. */
export function MenuProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const menu = useMemo(() => ({ open: () => setIsOpen(true) }), [])
  return (
    <MenuContext value={menu}>
      {children}
      {isOpen && <Drawer onClose={() => setIsOpen(false)} />}
    </MenuContext>
  )
}

export function MenuButton() {
  const menu = use(MenuContext)
  const t = useTranslations('header')
  return (
    <button className="icon-btn" type="button" aria-label={t('menu')} aria-haspopup="dialog" onClick={menu?.open}>
      <Icon name="menu" />
    </button>
  )
}
