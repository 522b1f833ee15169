import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { makeBackup } from '../../../contract/organisation/backups.ts'
import type { SettingsPage } from '../../../contract/organisation/settings.ts'
import { HOUR } from '../../../contract/time.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { serverNow } from '../../session.ts'
import { Icon } from '../../ui/icon.tsx'
import { Problem } from '../frame/problem.tsx'
import { SettingRow } from './setting-row.tsx'
import { settingsQuery } from './settings-query.ts'
import { DownloadSheet } from './sheets/download-sheet.tsx'

/** An older backup is a warning. */
const GOOD_FOR_MS = 48 * HOUR

/** Whether the data of this server could be restored tomorrow. */
export function BackupCard({ page: { backup } }: { page: SettingsPage }) {
  const t = useTranslations('orgSettings.backup')
  const format = useFormatter()
  const { last, failed, provenAt, problem, isNightly, restore, running } = backup
  const act = useAct()
  const [isDownloading, setIsDownloading] = useState(false)
  const isProven = last !== null && provenAt !== null && provenAt >= last.madeAt && !problem
  // While another backup is made, `problem` belongs to the backup before.
  const failedTrial = problem && !running ? 'damaged' : 'notProven'
  const trial = isProven ? 'proven' : failedTrial
  const isGood = isProven && serverNow() - last.madeAt < GOOD_FOR_MS
  const failedAt = failed && format.dateTime(failed.at, { dateStyle: 'medium', timeStyle: 'short' })
  const at = last && format.dateTime(last.madeAt, { dateStyle: 'medium', timeStyle: 'short' })
  async function make() {
    if (running) return
    await act.make(idempotencyKey => call(makeBackup, {}, { idempotencyKey }))
    await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
  }

  return (
    <section className={isGood && !failed ? 'card' : 'card wrong'}>
      <h2>{t('title')}</h2>
      <SettingRow
        icon={isGood ? 'check' : 'warning'}
        tone={isGood ? 'good' : 'bad'}
        title={at ? t(trial, { at }) : t('none')}
        about={
          <>
            {last && <span>{t('counted', last)}</span>}
            {problem && <bdi>{problem}</bdi>}
            <span>{t(isNightly ? 'nightly' : 'notNightly')}</span>
          </>
        }
      />
      {failed && failedAt && !running && (
        <p role="alert">
          {t('failed', { at: failedAt })} {last && t('lastStays')}
          <bdi className="block">{failed.problem}</bdi>
        </p>
      )}
      {running && (
        <p className="meta" role="status">
          <progress max={running.of} value={running.done} aria-label={t('now')} /> {t(`step.${running.step}`, running)}
        </p>
      )}
      {(running || act.error?.code !== 'settings/backup-running') && <Problem of={act} />}
      <div className="row acts">
        <button
          className="btn small"
          type="button"
          aria-busy={act.isBusy || running !== null}
          onClick={() => void make()}
        >
          {t('now')}
        </button>
        {last && (
          <button className="btn second small" type="button" onClick={() => setIsDownloading(true)}>
            <Icon name="download" />
            {t('download')}
          </button>
        )}
      </div>
      {isDownloading && <DownloadSheet onClose={() => setIsDownloading(false)} />}
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
