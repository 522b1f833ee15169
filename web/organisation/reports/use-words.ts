import { useFormatter, useTranslations } from 'use-intl'
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts'

/** A day such as 2026-11-23 in words. */
export function useDay(): (day: string, style?: 'short' | 'long') => string {
  const format = useFormatter()
  return (day, style = 'long') =>
    format.dateTime(new Date(`${day}T00:00Z`), {
      timeZone: 'UTC',
      day: 'numeric',
      month: style === 'long' ? 'long' : 'short',
      ...(style === 'long' ? { year: 'numeric' } : {}),
    })
}

/** How long something took, in the unit that fits. */
export function useDuration(): (ms: number) => string {
  const t = useTranslations('reports.duration')
  return ms => {
    if (ms >= 2 * DAY) return t('days', { count: Math.round(ms / DAY) })
    if (ms >= HOUR) return t('hours', { count: Math.round(ms / HOUR) })
    return t('minutes', { count: Math.round(ms / MINUTE) })
  }
}
