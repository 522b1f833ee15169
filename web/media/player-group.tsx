import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/language-provider.tsx'
import { type Controls, onKeys } from './keys.ts'
import './media.css'

type Props = { label: string; controls: Controls; children: ReactNode }

/** The group around a player and its controls. A click inside moves the focus to the group, so that its keys work. */
export function PlayerGroup({ label, controls, children }: Props) {
  const { language } = useLanguage()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <div
      className="stack tight media"
      role="group"
      aria-label={label}
      lang={language}
      tabIndex={-1}
      onKeyDown={onKeys(controls)}
    >
      {children}
    </div>
  )
}
