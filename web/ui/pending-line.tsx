import { useTranslations } from 'use-intl'
import { usePendingLocation } from '../router/use-location.ts'

/** Below a bar: another screen is loading. It appears only if that takes a moment. */
export function PendingLine() {
  const t = useTranslations('common')
  return (
    <div className="pending" hidden={!usePendingLocation()}>
      <span className="visually-hidden">{t('loading')}</span>
    </div>
  )
}
