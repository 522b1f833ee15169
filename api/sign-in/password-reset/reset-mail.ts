import type { Language } from '../../../contract/languages.ts'
import type { Mail } from '../../senders/sender.ts'

/** Plain text without anything that a person typed: phishing uses both. */
export function resetMail({
  to,
  link,
  language = 'ar',
}: {
  to: string
  link: string
  language?: Language | undefined
}): Mail {
  const { subject, text } = askedFor[language]
  return { to, subject, text: text(link), link }
}

/** In both languages: nobody knows which one the page was in. */
export function changedPasswordMail(to: string): Mail {
  return {
    to,
    subject: `${changed.ar.subject} – ${changed.en.subject}`,
    text: `${changed.ar.text}\n\n${changed.en.text}\n`,
  }
}

const askedFor: Record<Language, { subject: string; text: (link: string) => string }> = {
  ar: {
    subject: 'كلمة مرور جديدة لتطبيق «خطوة بخطوة»',
    text: link => `وصل طلب لتعيين كلمة مرور جديدة لحساب بهذا البريد في «خطوة بخطوة». لتعيينها يُرجى فتح هذا الرابط خلال ساعة:

${link}

يعمل الرابط مرّة واحدة، وبعد تعيين كلمة المرور يُسجَّل الخروج على جميع الأجهزة.

إن لم يكن الطلب مقصودًا فلا حاجة إلى أيّ إجراء: تبقى كلمة المرور الحالية كما هي. ولا ينبغي إعطاء الرابط لأيّ أحد.
`,
  },
  en: {
    subject: 'A new password for Step by Step',
    text: link => `Somebody asked for a new password for the Step by Step account of this address. To set it, open this link within an hour:

${link}

The link is good once. Setting the password signs the account out on all devices.

If you did not ask for this, you need not do anything: the password stays as it is. Give the link to nobody.
`,
  },
}

const changed: Record<Language, { subject: string; text: string }> = {
  ar: {
    subject: 'تغيّرت كلمة المرور في «خطوة بخطوة»',
    text: 'عُيّنت كلمة مرور جديدة للحساب بهذا البريد في «خطوة بخطوة»، وسُجّل الخروج على جميع الأجهزة. إن لم يكن ذلك مقصودًا فيمكن طلب كلمة مرور جديدة من صفحة تسجيل الدخول، مع تأمين صندوق البريد نفسه.',
  },
  en: {
    subject: 'Your Step by Step password was changed',
    text: 'A new password was set for the Step by Step account of this address, and it was signed out on all devices. If that was not you, ask for a new password on the sign-in page, and make sure that nobody else reads your mail.',
  },
}
