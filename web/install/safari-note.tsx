import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { isWaiting, onOutboxChange, outboxState } from '../outbox/outbox.ts'
import { Icon } from '../ui/icon.tsx'
import { IosSheet } from './ios-sheet.tsx'

/** An item that is just being sent needs no note. */
const SHOWN_AFTER_MS = 1500

/**
 * WebKit deletes what a site has stored after seven days of use without a visit to it. The note is shown only while
 * something waits to be sent.
 */
export function SafariNote() {
  const t = useTranslations('install')
  const hasUnsent = useSyncExternalStore(onOutboxChange, outboxState).some(isWaiting)
  const [isLasting, setIsLasting] = useState(false)
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!hasUnsent) return
    const timer = setTimeout(() => setIsLasting(true), SHOWN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsLasting(false)
    }
  }, [hasUnsent])
  if (!hasUnsent || !isLasting) return null
  const close = () => setIsShown(false)
  return (
    <div className="unsaved">
      <Icon name="warning" />
      <span role="status">{t('iosWaits')}</span>
      <button className="btn quiet small" type="button" aria-haspopup="dialog" onClick={() => setIsShown(true)}>
        {t('iosHow')}
      </button>
      {isShown && <IosSheet onClose={close} onDone={close} />}
    </div>
  )
}
