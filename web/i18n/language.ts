import { defaultLanguage, type Language, languageCodes, languages } from '../../contract/languages.ts'
import { readStored, writeStored } from '../browser/stored.ts'

const STORED_AS = 'sbs.language'

export function directionOf(language: Language): 'rtl' | 'ltr' {
  return languages[language].direction
}

/**
 * The language of the URL, otherwise the stored choice, otherwise the first in the table. boot.js chooses in the same
 * order before the app is ready.
 */
export function initialLanguage(): Language {
  return languageIn(location.search) ?? asLanguage(readStored(STORED_AS)) ?? defaultLanguage
}

/** The language that a query string names. */
export function languageIn(search: string): Language | undefined {
  return asLanguage(new URLSearchParams(search).get('lang'))
}

/** Stores the choice and switches the whole page. */
export function applyLanguage(language: Language): void {
  const root = document.documentElement
  root.lang = language
  root.dir = directionOf(language)
  // Without storage the choice ends with the page.
  writeStored(STORED_AS, language)
}

function asLanguage(text: string | null): Language | undefined {
  return languageCodes.find(code => code === text)
}
