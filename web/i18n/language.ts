import { defaultLanguage, type Language, languageCodes, languages } from '../../contract/languages.ts'

const STORED_AS = 'sbs.language'

export function directionOf(language: Language): 'rtl' | 'ltr' {
  return languages[language].direction
}

/**
 * The URL first, then the stored choice, otherwise the first in the table. boot.js asks the same before the app is
 * ready.
 */
export function initialLanguage(): Language {
  return asLanguage(new URLSearchParams(location.search).get('lang')) ?? asLanguage(read()) ?? defaultLanguage
}

/** Stores the choice and switches the whole page. */
export function applyLanguage(language: Language): void {
  const root = document.documentElement
  root.lang = language
  root.dir = directionOf(language)
  try {
    localStorage.setItem(STORED_AS, language)
  } catch {
    // Without storage the choice ends with the page.
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
  return languageCodes.find(code => code === text)
}
