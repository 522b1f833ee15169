import type { Language } from '../../../contract/courses.ts'

/** Short enough for one SMS in Arabic (70 letters). No link and nothing a person typed: both serve those who phish. */
export function smsText(code: string, language: Language = 'ar'): string {
  return texts[language](code)
}

const texts: Record<Language, (code: string) => string> = {
  ar: code => `رمز الدخول إلى «خطوة بخطوة»: ${code}. صالح لعشر دقائق.`,
  en: code => `${code} is your Step by Step code. It is good for ten minutes.`,
}
