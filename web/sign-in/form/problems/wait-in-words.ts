import { useTranslations } from 'use-intl'

/** A number of seconds in minutes, or from an hour and a half in hours. Never rounded down. */
export function useWaitInWords(): (seconds: number) => string {
  const t = useTranslations('login')
  return seconds => {
    const minutes = Math.ceil(seconds / 60)
    return minutes < 90 ? t('minutes', { count: minutes }) : t('hours', { count: Math.ceil(minutes / 60) })
  }
}
