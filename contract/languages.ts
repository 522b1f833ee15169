import * as v from 'valibot'

/** Every language of the app; its texts are in `texts/<code>.json`. The first one is shown where nothing was chosen. */
export const languages = {
  // The numbering system by name: plain `ar` writes Latin digits in today's browsers.
  ar: { direction: 'rtl', locale: 'ar-u-nu-arab' },
  en: { direction: 'ltr', locale: 'en-GB' },
} as const

export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as [Language, ...Language[]]

export const Language = v.picklist(languageCodes)
