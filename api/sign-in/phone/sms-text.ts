import type { Language } from '../../../contract/languages.ts'

/** Characters of one SMS. Arabic is sent as UCS-2, English in the GSM alphabet, which has @, # and digits. */
const ONE_SMS: Record<Language, number> = { ar: 70, en: 160 }

/**
 * The text of a code, in one SMS. No link and nothing that a person typed: phishing uses both. The last line
 * (https://wicg.github.io/sms-one-time-codes/) lets the browser fill in the code, on pages of this host only.
 */
export function smsText(
  code: string,
  { host, language = 'ar' }: { host: string; language?: Language | undefined },
): string {
  const lastLine = `@${host} #${code}`
  const texts = wordings[language].map(wording => `${wording(code)}\n${lastLine}`)
  const fitting = texts.find(text => text.length <= ONE_SMS[language])
  // A second SMS would cost as much as the first, so the person types the code.
  return fitting ?? (wordings[language][0] as Wording)(code)
}

type Wording = (code: string) => string

/** Longest first: a long host name takes the place of words. */
const wordings: Record<Language, Wording[]> = {
  ar: [
    code => `رمز الدخول إلى «خطوة بخطوة»: ${code}. صالح لعشر دقائق.`,
    code => `رمز «خطوة بخطوة»: ${code}. صالح ١٠ دقائق.`,
    code => `رمز «خطوة بخطوة»: ${code}`,
    code => `الرمز: ${code}`,
  ],
  en: [
    code => `${code} is your Step by Step code. It is good for ten minutes.`,
    code => `${code} is your Step by Step code.`,
  ],
}
