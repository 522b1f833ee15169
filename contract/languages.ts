import * as v from 'valibot'

type LanguageRow = {
  /** The name of the language in that language. */
  name: string
  direction: 'ltr' | 'rtl'
  /** For numbers and dates. It names the numbering system, because browsers write Latin digits for plain `ar`. */
  locale: string
  /** The digit 0. The other digits follow it in Unicode. */
  zero: string
  comma: string
  /** How units of bytes are written: kB or kilobytes. */
  units: 'short' | 'long'
  /** Its letters have italics, so the editor offers them. */
  hasItalics: boolean
}

/** Every language of the app; its texts are in `texts/<code>.json`. The first one is shown where nothing was chosen. */
export const languages = {
  ar: {
    name: 'العربية',
    direction: 'rtl',
    locale: 'ar-u-nu-arab',
    zero: '٠',
    comma: '،',
    units: 'long',
    hasItalics: false,
  },
  en: { name: 'English', direction: 'ltr', locale: 'en-GB', zero: '0', comma: ',', units: 'short', hasItalics: true },
} as const satisfies Record<string, LanguageRow>

export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as [Language, ...Language[]]

export const Language = v.picklist(languageCodes)

export const defaultLanguage = languageCodes[0]

/** The language that the language button switches to. */
export function languageAfter(language: Language): Language {
  return languageCodes[(languageCodes.indexOf(language) + 1) % languageCodes.length] as Language
}
