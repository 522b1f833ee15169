import { createContext, use } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './icon.tsx'

/** The shell holds the menu; any bar can open it. */
export const MenuContext = createContext<{ open(): void; hasNews: boolean; isComing: boolean } | undefined>(undefined)

export function MenuButton() {
  const menu = use(MenuContext)
  const t = useTranslations('header')
  return (
    <button
      className="icon-btn"
      type="button"
      aria-label={t(menu?.hasNews ? 'menuWithNews' : 'menu')}
      aria-haspopup="dialog"
      aria-busy={menu?.isComing}
      onClick={menu?.open}
    >
      {menu?.isComing ? <span className="spin" /> : <Icon name="menu" />}
      {menu?.hasNews && <span className="dot" />}
    </button>
  )
}
