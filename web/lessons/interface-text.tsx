import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/language-provider.tsx'

/** Words of the interface within a lesson, which may be written in the other language. */
export function InterfaceText({ children }: { children: ReactNode }) {
  const { language } = useLanguage()
  return <bdi lang={language}>{children}</bdi>
}
