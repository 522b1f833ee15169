import { useTranslations } from 'use-intl'
import { waitingFor } from './waiting-for.ts'

/** Since when somebody waits (epoch ms), in words: Arabic has other forms in such a phrase than a number has alone. */
export function useSince(): (time: number) => string {
  const t = useTranslations('inbox')
  return time => {
    const { count, unit } = waitingFor(Date.now() - time)
    return t(`since.${unit}`, { count })
  }
}
