import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'
import { onOutboxChange, outboxState } from './outbox.ts'

/** Says quietly what the server does not have yet; nothing when it has everything. */
export function OutboxNote() {
  const { waiting, refused } = useSyncExternalStore(onOutboxChange, outboxState)
  const t = useTranslations('outbox')
  if (waiting + refused === 0) return null
  return (
    <p className="unsaved" role="status">
      <Icon name={waiting > 0 ? 'clock' : 'warning'} />
      <span>{waiting > 0 ? t('waiting', { count: waiting }) : t('refused', { count: refused })}</span>
    </p>
  )
}
