import { readFileSync } from 'node:fs'
import { type Language, languageCodes } from '../../contract/languages.ts'
import type english from '../../contract/texts/en.json'

export type ServerTexts = (typeof english)['server']

/** The texts that the server itself sends to people, in each language. */
export const serverTexts = Object.fromEntries(languageCodes.map(code => [code, read(code).server])) as Record<
  Language,
  ServerTexts
>

function read(language: Language): typeof english {
  return JSON.parse(readFileSync(new URL(`../../contract/texts/${language}.json`, import.meta.url), 'utf8'))
}

/** A mail in all languages, for a reader whose language nobody knows. */
export function inAllLanguages(mail: (texts: ServerTexts) => { subject: string; text: string }) {
  const mails = languageCodes.map(code => mail(serverTexts[code]))
  return {
    subject: mails.map(({ subject }) => subject).join(' – '),
    text: `${mails.map(({ text }) => text).join('\n\n')}\n`,
  }
}
