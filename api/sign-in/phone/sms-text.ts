import { defaultLanguage, type Language } from '../../../contract/languages.ts'
import { serverTexts } from '../../texts/server-texts.ts'

/** Characters of one SMS: in the GSM alphabet, which has @, # and digits, and in UCS-2, which Arabic needs. */
const ONE_SMS = { gsm: 160, ucs2: 70 }

/**
 * The text of a code, in one SMS. No link and no text that a person typed, because phishing uses both. The last line
 * (https://wicg.github.io/sms-one-time-codes/) lets the browser fill in the code, on pages of this host only.
 */
export function smsText(
  code: string,
  { host, language = defaultLanguage }: { host: string; language?: Language | undefined },
): string {
  const lastLine = `@${host} #${code}`
  // The longest wording is first. A long host name leaves less space for words.
  const wordings = serverTexts[language].sms.split('\n').map(wording => wording.replace('{code}', code))
  const fitting = wordings.map(wording => `${wording}\n${lastLine}`).find(isOneSms)
  // If nothing fits, the last line is left out and the person types the code: a second SMS would cost as much again.
  return fitting ?? (wordings[0] as string)
}

function isOneSms(text: string): boolean {
  const isAscii = Buffer.byteLength(text) === text.length
  return text.length <= (isAscii ? ONE_SMS.gsm : ONE_SMS.ucs2)
}
