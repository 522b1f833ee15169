import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'
import { onOutboxChange, outboxState } from './outbox.ts'

const SHOWN_AFTER_MS = 1500

/** Says quietly what the server does not have yet. What is only on its way, as after each answer, is not worth a word. */
export function OutboxNote() {
  const { waiting, refused } = useSyncExternalStore(onOutboxChange, outboxState)
  const t = useTranslations('outbox')
  const isAnything = waiting + refused > 0
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!isAnything) return
    const timer = setTimeout(() => setIsLasting(true), SHOWN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsLasting(false)
    }
  }, [isAnything])
  if (!isAnything || !isLasting) return null
  return (
    <p className="unsaved" role="status">
      <Icon name={waiting > 0 ? 'clock' : 'warning'} />
      <span>{waiting > 0 ? t('waiting', { count: waiting }) : t('refused', { count: refused })}</span>
    </p>
  )
}
