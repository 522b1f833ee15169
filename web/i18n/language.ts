import { type Language, languageCodes, languages } from '../../contract/languages.ts'

const STORED_AS = 'sbs.language'

export function directionOf(language: Language): 'rtl' | 'ltr' {
  return languages[language].direction
}

/** The address first, then what was chosen before in this browser, else the first in the table. boot.js asks the same before the app is here. */
export function initialLanguage(): Language {
  return asLanguage(new URLSearchParams(location.search).get('lang')) ?? asLanguage(read()) ?? languageCodes[0]
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
  return languageCodes.find(code => code === text)
}
