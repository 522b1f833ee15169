import { ApiError } from '../../../contract/calls/api-error.ts'
import type { Language } from '../../../contract/languages.ts'
import type { SendingKind, SettingsPage } from '../../../contract/organisation/settings.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/tables.ts'
import { failureOf } from '../../senders/sender.ts'
import type { Senders } from '../../senders/senders.ts'
import { sendingsOf } from '../../senders/sendings.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import { dayOf } from '../reports/days/days.ts'

type SenderConfig = Pick<Config, 'smsSender' | 'mailSender' | 'whatsappToken' | 'isProduction' | 'otherWays'>

/** The ways of sending, and how each one worked lately. */
export async function sendingNow(
  db: Db,
  config: SenderConfig,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<SettingsPage['sending']> {
  const kinds: SendingKind[] = config.otherWays.includes('whatsapp') ? ['sms', 'mail', 'whatsapp'] : ['sms', 'mail']
  const today = dayOf(now, timeZone)
  return Promise.all(
    kinds.map(async kind => {
      const row = await sendingsOf(db, kind, today)
      return {
        kind,
        isReal: isReal(kind, config),
        lastSentAt: row.last_sent_at,
        lastFailedAt: row.last_failed_at,
        problem: row.problem,
        sentToday: row.sent,
        failedToday: row.failed,
      }
    }),
  )
}

function isReal(kind: SendingKind, { smsSender, mailSender, whatsappToken }: SenderConfig): boolean {
  if (kind === 'sms') return smsSender !== 'outbox'
  return kind === 'mail' ? mailSender !== 'outbox' : whatsappToken !== ''
}

/** The phone number or e-mail address of the account that a test goes to. */
export async function recipientFor(db: Db, uid: string, kind: SendingKind): Promise<string> {
  const user = await db.selectFrom('users').select(['phone_number', 'email']).where('uid', '=', uid).executeTakeFirst()
  const to = kind === 'mail' ? user?.email : user?.phone_number
  if (!to) throw new ApiError('settings/no-address')
  return to
}

type Tried = { outcome: 'accepted' | 'refused' | 'unanswered' | 'written'; problem: string | null }
type Deps = { senders: Senders; config: SenderConfig & Pick<Config, 'publicUrl'> }

/** Sends one test message, and returns the answer of the gateway. */
export async function sendTest(
  { to, kind, language }: { to: string; kind: SendingKind; language: Language },
  { senders, config }: Deps,
): Promise<Tried> {
  const { subject, text } = serverTexts[language].trial
  const written = text.replace('{url}', config.publicUrl)
  const sending = {
    sms: () => senders.sendSms({ to, text: written }),
    mail: () => senders.sendMail({ to, subject, text: written }),
    whatsapp: () => senders.sendWhatsapp({ to, code: '123456', language }),
  }
  try {
    await sending[kind]()
    return { outcome: isReal(kind, config) ? 'accepted' : 'written', problem: null }
  } catch (error) {
    const { message, words, mayHaveArrived } = failureOf(error as Error)
    return { outcome: mayHaveArrived ? 'unanswered' : 'refused', problem: words ? `${message}: ${words}` : message }
  }
}
