import { useTranslations } from 'use-intl'

/** In the place of a part of a screen that could not be loaded. */
export function NotHere({ text, onRetry }: { text: string; onRetry(): Promise<void> }) {
  const t = useTranslations('common')
  return (
    <div className="stack tight">
      <p role="alert">{text}</p>
      <button className="btn second small" type="button" onClick={() => void onRetry()}>
        {t('tryAgain')}
      </button>
    </div>
  )
}
