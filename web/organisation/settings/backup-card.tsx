import { useFormatter, useTranslations } from 'use-intl'
import type { SettingsPage } from '../../../contract/organisation/settings.ts'
import { HOUR } from '../../../contract/time.ts'
import { Row } from './row.tsx'

/** A copy may be this old. */
const GOOD_FOR_MS = 48 * HOUR

/** Whether what is here could be brought back tomorrow. */
export function BackupCard({ page: { backup } }: { page: SettingsPage }) {
  const t = useTranslations('orgSettings.backup')
  const format = useFormatter()
  const { last, provenAt, problem, isNightly, restore } = backup
  const isProven = last !== null && provenAt !== null && provenAt >= last.madeAt && !problem
  const isGood = isProven && Date.now() - last.madeAt < GOOD_FOR_MS
  const at = last && format.dateTime(last.madeAt, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section className={isGood ? 'card' : 'card wrong'}>
      <h2>{t('title')}</h2>
      <Row
        icon={isGood ? 'check' : 'warning'}
        tone={isGood ? 'good' : 'bad'}
        title={at ? t(isProven ? 'proven' : 'notProven', { at }) : t('none')}
        about={
          <>
            {last && <span>{t('counted', last)}</span>}
            {problem && <bdi>{problem}</bdi>}
            <span>{t(isNightly ? 'nightly' : 'notNightly')}</span>
          </>
        }
      />
      {last && <p className="meta">{t('sameDisk')}</p>}
      {restore.length > 0 && (
        <details>
          <summary>{t('restore')}</summary>
          <p className="meta">{t('restoreLead')}</p>
          <pre dir="ltr">{restore.join('\n')}</pre>
        </details>
      )}
    </section>
  )
}
