import type { Language } from '../../../contract/languages.ts'
import type { Mail } from '../../senders/sender.ts'

type Options = { to: string; code: string; language?: Language | undefined }

/** Plain text without anything that a person typed: phishing uses both. */
export function emailCodeMail({ to, code, language = 'ar' }: Options): Mail {
  const { subject, text } = codeMail[language]
  return { to, subject, text: text(code), code }
}

/** To the former e-mail address. In both languages: nobody knows which one its owner reads. */
export function changedEmailMail(to: string): Mail {
  return {
    to,
    subject: `${changed.ar.subject} – ${changed.en.subject}`,
    text: `${changed.ar.text}\n\n${changed.en.text}\n`,
  }
}

const codeMail: Record<Language, { subject: string; text: (code: string) => string }> = {
  ar: {
    subject: 'تأكيد البريد الإلكتروني في «خطوة بخطوة»',
    text: code => `وصل طلب لاستعمال هذا البريد في حساب على «خطوة بخطوة». لتأكيده يُرجى كتابة هذا الرمز في صفحة «ملفي» خلال ساعة:

${code}

إن لم يكن الطلب مقصودًا فلا حاجة إلى أيّ إجراء: لا يتغيّر شيء من دون الرمز. ولا ينبغي إعطاء الرمز لأيّ أحد.
`,
  },
  en: {
    subject: 'Confirm your email for Step by Step',
    text: code => `Somebody wants to use this address for a Step by Step account. To confirm it, type this code in the profile within an hour:

${code}

If you did not ask for this, you need not do anything: nothing changes without the code. Give the code to nobody.
`,
  },
}

const changed: Record<Language, { subject: string; text: string }> = {
  ar: {
    subject: 'تغيّر البريد الإلكتروني في «خطوة بخطوة»',
    text: 'لم يعد هذا البريد يفتح الحساب في «خطوة بخطوة»، وحلّ محلّه بريد آخر. إن لم يكن ذلك مقصودًا فيُرجى التواصل مع المؤسّسة.',
  },
  en: {
    subject: 'Your Step by Step email was changed',
    text: 'This address no longer opens your Step by Step account: another one has taken its place. If that was not you, contact the organisation.',
  },
}
