import type { Language } from '../../contract/courses.ts'
import type englishSource from './en_gb.json'

export type Messages = typeof englishSource

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

const sets = {
  ar: () => import('./ar_aa.json?compiled'),
  en: () => import('./en_gb.json?compiled'),
}

/** The texts of one language, compiled at build; what Arabic lacks stands in English. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await sets[language]()).default
}
