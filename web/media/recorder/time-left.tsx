import { useTranslations } from 'use-intl'
import { toDigitsOf } from '../../i18n/digits.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { clockTime } from '../clock-time.ts'
import { LIMIT_SECONDS } from './recording-format.ts'

/** How much of the time is used, and how much is left, to see; `useSaid` has it for the ears. */
export function TimeLeft({ seconds }: { seconds: number }) {
  const t = useTranslations('recorder')
  const { language } = useLanguage()
  return (
    <>
      <progress className="progress" max={LIMIT_SECONDS} value={seconds} aria-hidden="true" />
      <div className="row" aria-hidden="true">
        <span className="grow">{t('listening')}</span>
        <span className="time">{t('left', { time: toDigitsOf(language, clockTime(LIMIT_SECONDS - seconds)) })}</span>
      </div>
    </>
  )
}
