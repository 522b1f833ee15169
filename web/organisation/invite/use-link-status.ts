import { useFormatter, useTranslations } from 'use-intl'
import type { Invitation } from '../../../contract/organisation/invitations.ts'

/** Says until when a link is good, or since when it is not. */
export function useLinkStatus(): (link: Invitation) => string {
  const t = useTranslations('invite')
  const format = useFormatter()
  const day = (time: number) => format.dateTime(time, { dateStyle: 'long' })
  return ({ isGood, endedAt, expiresAt, maxUses, uses }) => {
    if (endedAt !== null) return t('endedOn', { on: day(endedAt) })
    if (maxUses !== null && uses >= maxUses) return t('usedUp')
    return t(isGood ? 'goodUntil' : 'endedOn', { until: day(expiresAt), on: day(expiresAt) })
  }
}
