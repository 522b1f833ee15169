import { type Language, languageCodes } from '../languages.ts'

/** A name in this language, or else in another one, because one language is enough. Empty if there is no name. */
export function nameIn(names: Partial<Record<Language, string>> | null | undefined, language: Language): string {
  const known = names ?? {}
  return known[language] || (languageCodes.map(code => known[code]).find(Boolean) ?? '')
}
