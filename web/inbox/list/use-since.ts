import { useTranslations } from 'use-intl'
import { useNow } from './use-now.ts'
import { waitingFor } from './waiting-for.ts'

/**
 * Says in words how long ago a time (epoch ms) was. Arabic has other forms in such a phrase than for a number alone.
 */
export function useSince(): (time: number) => string {
  const t = useTranslations('inbox')
  const now = useNow()
  return time => {
    const { count, unit } = waitingFor(now - time)
    return t(`since.${unit}`, { count })
  }
}

/** Says how long ago something was: English adds "ago", Arabic includes it. */
export function useAgo(): (time: number) => string {
  const t = useTranslations('inbox')
  const now = useNow()
  const since = useSince()
  return time => (waitingFor(now - time).unit === 'now' ? since(time) : t('ago', { since: since(time) }))
}
