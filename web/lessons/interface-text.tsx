import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/language-provider.tsx'

/** A text of the app inside a lesson, which can be in another language. */
export function InterfaceText({ children }: { children: ReactNode }) {
  const { language } = useLanguage()
  return <bdi lang={language}>{children}</bdi>
}
