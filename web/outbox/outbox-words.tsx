import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'
import { PercentBar } from '../ui/progress.tsx'
import { onOutboxChange, outboxState } from './outbox.ts'
import { onUploadsChange, uploadShares } from './uploads.ts'
import './outbox-words.css'

const SHOWN_AFTER_MS = 1500

/** Says quietly what the server does not have yet. What is only on its way, as after each answer, is not worth a word. */
export function OutboxWords() {
  const { waiting, refused } = useSyncExternalStore(onOutboxChange, outboxState)
  const shares = [...useSyncExternalStore(onUploadsChange, uploadShares).values()]
  const t = useTranslations('outbox')
  const isAnything = waiting + refused + shares.length > 0
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
  const said = shares.length > 0 ? t('sending', { count: shares.length }) : undefined
  return (
    <div className="unsaved">
      <Icon name={waiting > 0 || said ? 'clock' : 'warning'} />
      <span role="status">
        {said ?? (waiting > 0 ? t('waiting', { count: waiting }) : t('refused', { count: refused }))}
      </span>
      {/* Beside what is read out by itself: nobody wants to hear each percent. */}
      {said && (
        <PercentBar percent={(100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length} label={said} />
      )}
    </div>
  )
}
