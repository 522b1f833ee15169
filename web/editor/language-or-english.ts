import { type Language, languageCodes } from '../../contract/languages.ts'

/** The language of a text from outside, such as a course file; English if the app does not have it. */
export function languageOrEnglish(text: unknown): Language {
  return languageCodes.find(code => code === text) ?? 'en'
}
