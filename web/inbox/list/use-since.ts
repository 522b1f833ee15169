import { useTranslations } from 'use-intl'
import { useNow } from './use-now.ts'
import { waitingFor } from './waiting-for.ts'

/** Says in words how long a wait was (ms). Arabic has other forms in such a phrase than for a number alone. */
export function useWaitLength(): (ms: number) => string {
  const t = useTranslations('inbox')
  return ms => {
    const { count, unit } = waitingFor(ms)
    return t(`since.${unit}`, { count })
  }
}

/** Says in words how long ago a time (epoch ms) was. */
export function useSince(): (time: number) => string {
  const inWords = useWaitLength()
  const now = useNow()
  return time => inWords(now - time)
}

/** Says how long ago something was: English adds "ago", Arabic includes it. */
export function useAgo(): (time: number) => string {
  const t = useTranslations('inbox')
  const now = useNow()
  const since = useSince()
  return time => (waitingFor(now - time).unit === 'now' ? since(time) : t('ago', { since: since(time) }))
}
