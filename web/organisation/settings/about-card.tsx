import { useFormatter, useTranslations } from 'use-intl'
import { showFirstSteps } from '../../../contract/organisation/home.ts'
import type { SettingsPage } from '../../../contract/organisation/settings.ts'
import { DAY } from '../../../contract/time.ts'
import { call } from '../../api.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useAct } from '../../queries/use-act.ts'
import { openPath } from '../../router/router.ts'
import { serverNow } from '../../session.ts'
import { OrgLink } from '../frame/org-link.tsx'
import { Problem } from '../frame/problem.tsx'
import { SettingRow } from './setting-row.tsx'

const SOON_DAYS = 14

/** The server's version and environment, what is new, and a link to the log. */
export function AboutServerCard({ about }: { about: SettingsPage['about'] }) {
  const t = useTranslations('orgSettings.about')
  const format = useFormatter()
  const act = useAct()
  const days = about.certificateEndsAt === null ? null : Math.floor((about.certificateEndsAt - serverNow()) / DAY)
  async function showSteps() {
    const send = (idempotencyKey: string) => call(showFirstSteps, { body: { isShown: true } }, { idempotencyKey })
    if (await act.make(send)) openPath('/org')
  }

  return (
    <section className={days !== null && days < SOON_DAYS ? 'card wrong' : 'card'}>
      <h2>{t('title')}</h2>
      <SettingRow
        title={t('version', { version: about.version })}
        about={
          <>
            <span>{t(about.hasFfmpeg ? 'ffmpeg' : 'noFfmpeg')}</span>
            <span>{days === null ? t('noCertificate') : t('certificate', { days })}</span>
            <span>
              {t('started', { at: format.dateTime(about.startedAt, { dateStyle: 'medium', timeStyle: 'short' }) })}
            </span>
            <span>{t('migration', { name: isolated(about.migration) })}</span>
          </>
        }
      />
      {about.news.length > 0 && (
        <details>
          <summary>{t('news')}</summary>
          <p>{t('newest')}</p>
          <p className="meta news-lead">{t('newsInFull')}</p>
          <ul className="news" lang="en" dir="ltr">
            {about.news.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      <SettingRow title={t('log')} about={t('logAbout')}>
        <OrgLink className="btn quiet small" to="/org/log">
          {t('openLog')}
        </OrgLink>
      </SettingRow>
      <SettingRow title={t('steps')} about={t('stepsAbout')}>
        <button className="btn quiet small" type="button" aria-busy={act.isBusy} onClick={() => void showSteps()}>
          {t('showSteps')}
        </button>
      </SettingRow>
      <Problem of={act} />
    </section>
  )
}
