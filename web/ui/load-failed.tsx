import { useTranslations } from 'use-intl'
import { isNetworkFailure } from '../../contract/calls/api-error.ts'
import { Alert } from './alert.tsx'
import { Icon } from './icon.tsx'
import { OfflineScreen } from './offline-screen.tsx'
import { serverErrorText } from './server-error-text.ts'

type Props = {
  error: Error
  /** Shown if the server gave no text of its own. */
  text: string
  onRetry(): unknown
}

/** Shown instead of a screen whose data could not be loaded: the offline screen, or the server's text. */
export function LoadFailed({ error, text, onRetry }: Props) {
  const t = useTranslations('common')
  if (isNetworkFailure(error)) return <OfflineScreen onRetry={() => void onRetry()} />
  return (
    <main className="page narrow stack">
      <Alert title={serverErrorText(error) ?? text} isHeading />
      <button className="btn" type="button" onClick={() => void onRetry()}>
        <Icon name="retry" />
        {t('tryAgain')}
      </button>
    </main>
  )
}
