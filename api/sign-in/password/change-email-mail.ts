import { defaultLanguage, type Language } from '../../../contract/languages.ts'
import type { Mail } from '../../senders/sender.ts'
import { inAllLanguages, serverTexts } from '../../senders/server-texts.ts'

type Options = { to: string; code: string; language?: Language | undefined }

/** Plain text, and nothing that a person typed. */
export function emailCodeMail({ to, code, language = defaultLanguage }: Options): Mail {
  const { subject, text } = serverTexts[language].emailCode
  return { to, subject, text: text.replace('{code}', code), code }
}

/** To the address that the account had. In all languages, since nobody knows which one its owner reads. */
export function changedEmailMail(to: string): Mail {
  return { to, ...inAllLanguages(texts => texts.emailChanged) }
}
