import { languageCodes } from '../../contract/languages.ts'
import { inEachLanguage } from '../../contract/text/in-each-language.ts'
import type english from '../../contract/texts/en.json'
import { readTexts } from './read-texts.ts'

export type ServerTexts = (typeof english)['server']

const texts = readTexts('server')

/** The texts that the server itself sends to people, in each language. */
export const serverTexts = inEachLanguage((code): ServerTexts => texts[code].server)

/** A mail in all languages, for a reader whose language nobody knows. */
export function inAllLanguages(mail: (texts: ServerTexts) => { subject: string; text: string }) {
  const mails = languageCodes.map(code => mail(serverTexts[code]))
  return {
    subject: mails.map(({ subject }) => subject).join(' – '),
    text: `${mails.map(({ text }) => text).join('\n\n')}\n`,
  }
}
