import { defaultLanguage, type Language } from '../../../contract/languages.ts'
import type { Mail } from '../../senders/sender.ts'
import { inAllLanguages, serverTexts } from '../../texts/server-texts.ts'

type Options = { to: string; link: string; language?: Language | undefined }

/** The mail is plain text, without a text that a person typed: phishing uses both. */
export function resetMail({ to, link, language = defaultLanguage }: Options): Mail {
  const { subject, text } = serverTexts[language].resetLink
  return { to, subject, text: text.replace('{link}', () => link), link }
}

/** The mail after a new password. It is in all languages, because the language of the page is not known. */
export function changedPasswordMail(to: string): Mail {
  return { to, ...inAllLanguages(texts => texts.passwordChanged) }
}
