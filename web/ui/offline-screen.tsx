import { createContext, type ReactNode, use, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useFocusAfter } from './focus-arrival.ts'
import { Icon } from './icon.tsx'

type Props = {
  onRetry(): void
  /** A newer version replaced the app; the network works. */
  isOutdated?: boolean
}

/** Shown below: what a person can do without a network. */
export const BelowOffline = createContext<ReactNode>(null)

/** Shown if a screen cannot be loaded without a network; tries again by itself when the network returns. */
export function OfflineScreen({ onRetry, isOutdated = false }: Props) {
  const t = useTranslations()
  const below = use(BelowOffline)
  useFocusAfter()
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <main className="full below-bar">
      <span className="emblem big">
        <Icon name={isOutdated ? 'retry' : 'offline'} />
      </span>
      <h1 tabIndex={-1}>{t(isOutdated ? 'offline.newTitle' : 'offline.title')}</h1>
      <p role="alert">{t(isOutdated ? 'offline.newBody' : 'offline.body')}</p>
      <button className="btn" type="button" onClick={onRetry}>
        <Icon name="retry" />
        {t(isOutdated ? 'offline.reload' : 'common.tryAgain')}
      </button>
      {!isOutdated && below}
    </main>
  )
}
