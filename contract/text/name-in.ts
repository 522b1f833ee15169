import { type Language, languageCodes } from '../languages.ts'

/** A name in this language, or else in another one: one language is enough. Empty: it has none. */
export function nameIn(names: Partial<Record<Language, string>> | null | undefined, language: Language): string {
  const known = names ?? {}
  return known[language] || (languageCodes.map(code => known[code]).find(Boolean) ?? '')
}
