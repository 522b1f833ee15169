import { useTranslations } from 'use-intl'

/** In the place of a part of a screen that could not be loaded. */
export function PartFailed({ onRetry }: { onRetry(): Promise<void> }) {
  const t = useTranslations()
  return (
    <div className="stack tight">
      <p role="alert">{t('inbox.notHere')}</p>
      <button className="btn second small" type="button" onClick={() => void onRetry()}>
        {t('common.tryAgain')}
      </button>
    </div>
  )
}
