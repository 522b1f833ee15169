import { useTranslations } from 'use-intl'
import { serverNow } from '../../session.ts'
import { lastDays } from './days.ts'
import { useSteps } from './use-steps.ts'
import { LearningWeek } from './week.tsx'

/** Shows how many of the last days had a step. No streak is counted, so none can break. */
export function WeekCard() {
  const t = useTranslations('week')
  const steps = useSteps()
  if (!steps) return null
  const days = lastDays(steps, new Date(serverNow()))
  return (
    <section className="card stack">
      <div>
        <h2>{t('title')}</h2>
        <p className="meta">{t('said', { count: days.filter(({ hasStep }) => hasStep).length })}</p>
      </div>
      <LearningWeek days={days} />
      <p className="meta">{t('calm')}</p>
    </section>
  )
}
