import { type ReactNode, useMemo, useState } from 'react'
import { MenuContext } from '../ui/menu.tsx'
import { Drawer } from './drawer.tsx'

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
