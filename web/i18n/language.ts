import type { Language } from '../../contract/courses.ts'

const STORED_AS = 'sbs.language'

/** Named with its numbering system: plain `ar` writes Latin digits in today's browsers. */
export const locales = { ar: 'ar-u-nu-arab', en: 'en-GB' } as const

export function directionOf(language: Language): 'rtl' | 'ltr' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** The address first, then what was chosen before in this browser, else Arabic. index.html asks the same before the app is here. */
export function initialLanguage(): Language {
  return asLanguage(new URLSearchParams(location.search).get('lang')) ?? asLanguage(read()) ?? 'ar'
}

/** Keeps the choice and turns the whole page to it. */
export function applyLanguage(language: Language): void {
  const root = document.documentElement
  root.lang = language
  root.dir = directionOf(language)
  try {
    localStorage.setItem(STORED_AS, language)
  } catch {
    // A browser that stores nothing still shows the language for now.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return null
  }
}

function asLanguage(text: string | null): Language | undefined {
  return text === 'ar' || text === 'en' ? text : undefined
}
