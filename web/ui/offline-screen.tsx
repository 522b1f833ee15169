import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from './icon.tsx'

/** Shown where a screen cannot be had for lack of network; tries again by itself when the network returns. */
export function OfflineScreen({ onRetry }: { onRetry(): void }) {
  const t = useTranslations()
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <main className="full below-bar">
      <span className="emblem big">
        <Icon name="offline" />
      </span>
      <h1 tabIndex={-1}>{t('offline.title')}</h1>
      <p role="alert">{t('offline.body')}</p>
      <button className="btn" type="button" onClick={onRetry}>
        <Icon name="retry" />
        {t('common.tryAgain')}
      </button>
    </main>
  )
}
