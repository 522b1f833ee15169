import { defaultLanguage, type Language } from '../../../contract/languages.ts'
import type { Mail } from '../../senders/sender.ts'
import { inAllLanguages, serverTexts } from '../../texts/server-texts.ts'

type Options = { to: string; code: string; language?: Language | undefined }

/** The mail is plain text, without a text that a person typed: phishing uses both. */
export function emailCodeMail({ to, code, language = defaultLanguage }: Options): Mail {
  const { subject, text } = serverTexts[language].emailCode
  return { to, subject, text: text.replace('{code}', code), code }
}

/** The mail to the former e-mail address, in all languages, because nobody knows which one its owner speaks. */
export function changedEmailMail(to: string): Mail {
  return { to, ...inAllLanguages(texts => texts.emailChanged) }
}
