import type { Senders } from '../../senders/senders.ts'
import type { Owners } from './merge.ts'

/**
 * Notifies both owners that their accounts were merged. In both languages, because nobody knows which one they read. No
 * link and no name, because phishing uses those. Rejects if one of the two cannot be notified.
 */
export async function notifyOwners({ sendSms, sendMail }: Senders, owners: Owners, now: number): Promise<void> {
  const text = noticeOf(new Date(now))
  const subject = 'خطوة بخطوة: دمج حسابين · Step by Step: two accounts were joined'
  const outcomes = await Promise.allSettled([
    sendMail({ to: owners.email, subject, text }),
    sendSms({ to: owners.phoneNumber, text }),
  ])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** The text fits into three SMS, which hold 201 letters in Arabic. */
function noticeOf(at: Date): string {
  const inArabic = new Intl.DateTimeFormat('ar-EG', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const inEnglish = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  return [
    `«خطوة بخطوة»: دُمج حسابان في ${inArabic}. إن لم يكن ذلك مقصودًا فيُرجى التواصل مع المؤسسة.`,
    `Step by Step: two accounts were joined on ${inEnglish}. Not you? Contact the organisation.`,
  ].join('\n')
}
