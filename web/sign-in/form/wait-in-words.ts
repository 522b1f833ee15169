import { useTranslations } from 'use-intl'

/** A wait of some seconds as people say it: in minutes, from an hour and a half on in hours. Never shorter than it is. */
export function useWaitInWords(): (seconds: number) => string {
  const t = useTranslations('login')
  return seconds => {
    const minutes = Math.ceil(seconds / 60)
    return minutes < 90 ? t('minutes', { count: minutes }) : t('hours', { count: Math.ceil(minutes / 60) })
  }
}
