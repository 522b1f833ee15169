import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { SendingKind, SettingsPage } from '../../../contract/organisation/settings.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useAgo } from '../../inbox/list/use-since.ts'
import { SettingRow } from './setting-row.tsx'
import { TrySheet } from './sheets/try-sheet.tsx'

type Sending = SettingsPage['sending'][number]

/** Whether messages arrive. Ways of sending that fail come first. */
export function SendingCard({ page }: { page: SettingsPage }) {
  const t = useTranslations('orgSettings')
  const [tried, setTried] = useState<SendingKind>()
  const failingFirst = [...page.sending].sort((one, other) => Number(isFailing(other)) - Number(isFailing(one)))
  return (
    <section className={failingFirst.some(isFailing) ? 'card wrong' : 'card'}>
      <h2>{t('sending.title')}</h2>
      {page.sending.every(({ isReal }) => !isReal) && <p className="meta">{t('sending.demo')}</p>}
      {failingFirst.map(sending => (
        <Line key={sending.kind} sending={sending} onTry={() => setTried(sending.kind)} />
      ))}
      {tried && <TrySheet kind={tried} onClose={() => setTried(undefined)} />}
    </section>
  )
}

const icons = { sms: 'phone', mail: 'mail', whatsapp: 'phone' } as const

function Line({ sending, onTry }: { sending: Sending; onTry(): void }) {
  const t = useTranslations('orgSettings.sending')
  const ago = useAgo()
  const format = useFormatter()
  const { kind, lastSentAt, lastFailedAt, problem, sentToday, failedToday } = sending
  const isBad = isFailing(sending)
  const all = sentToday + failedToday
  const about = [
    isBad && problem ? t('says', { problem: isolated(problem) }) : undefined,
    [
      lastSentAt === null ? t('never') : t('last', { ago: ago(lastSentAt) }),
      all > 0 ? t('today', { sent: sentToday, all }) : undefined,
    ]
      .filter(text => text !== undefined)
      .join(t('then')),
  ].filter(text => text !== undefined)
  return (
    <SettingRow
      icon={icons[kind]}
      tone={isBad ? 'bad' : 'good'}
      title={
        isBad && lastFailedAt
          ? t('notArriving', {
              kind,
              at: format.dateTime(lastFailedAt, { dateStyle: 'medium', timeStyle: 'short' }),
            })
          : t(`kind.${kind}`)
      }
      about={about.map(text => <span key={text}>{text}</span>)}
    >
      <button className="btn second small" type="button" onClick={onTry}>
        {t(`try.${kind}`)}
      </button>
    </SettingRow>
  )
}

function isFailing({ lastSentAt, lastFailedAt }: Sending): boolean {
  return lastFailedAt !== null && lastFailedAt > (lastSentAt ?? 0)
}
