import { type Language, languageCodes } from '../languages.ts'

/** A value for each language of the app. */
export function inEachLanguage<Value>(valueIn: (language: Language) => Value): Record<Language, Value> {
  return Object.fromEntries(languageCodes.map(code => [code, valueIn(code)])) as Record<Language, Value>
}
