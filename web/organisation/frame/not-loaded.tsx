import { useTranslations } from 'use-intl'
import { isNetworkFailure } from '../../../contract/calls/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icon.tsx'
import { serverErrorText } from '../../ui/server-error-text.ts'
import { useWhenOnline } from './use-when-online.ts'

type Props = {
  error: Error | null | undefined
  /** What is loaded, for screen readers. */
  label: string
  /** Shown if the server gave no text of its own. */
  text: string
  /** True if the screen has no other heading. */
  isHeading?: boolean
  onRetry(): unknown
}

/** Shown in place of a list: its shape while it is loaded, or the reason of a failure with "try again". */
export function NotLoaded({ error, label, text, isHeading = false, onRetry }: Props) {
  const t = useTranslations()
  useWhenOnline(error, onRetry)
  if (!error)
    return (
      <div className="skeletons" role="status" aria-label={label}>
        {[1, 2, 3, 4, 5].map(row => (
          <span className="skeleton" key={row} />
        ))}
      </div>
    )
  const why = isNetworkFailure(error) ? t('org.stale.none') : (serverErrorText(error) ?? text)
  return (
    <div className="stack tight not-loaded">
      <Alert title={why} isHeading={isHeading} />
      <button className="btn second small" type="button" onClick={() => void onRetry()}>
        <Icon name="retry" />
        {t('common.tryAgain')}
      </button>
    </div>
  )
}
