import { useTranslations } from 'use-intl'
import { ApiError, isNetworkFailure } from '../../contract/calls/api-error.ts'
import { Link } from '../router/link.tsx'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icon.tsx'
import { OfflineScreen } from '../ui/offline-screen.tsx'
import { serverErrorText } from '../ui/server-error-text.ts'
import { LessonBar } from './lesson-bar.tsx'

type Props = {
  courseId: string
  error: Error | null
  /** Shown if the server sent no text of its own. */
  text: string
  onRetry(): unknown
}

/** Shown instead of a lesson that cannot be loaded. */
export function LessonFailed({ courseId, error, text, onRetry }: Props) {
  const t = useTranslations()
  const retry = () => void onRetry()
  const isOffline = isNetworkFailure(error)
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <div className="lesson">
      <LessonBar courseId={courseId} />
      {isOffline ? (
        <OfflineScreen onRetry={retry} />
      ) : (
        <main className="lesson-page">
          <Alert title={serverErrorText(error) ?? text} isHeading>
            {t(isMissing ? 'lesson.goneHint' : 'lesson.errorHint')}
          </Alert>
          {!isMissing && (
            <button className="btn" type="button" onClick={retry}>
              <Icon name="retry" />
              {t('common.tryAgain')}
            </button>
          )}
          <Link className={isMissing ? 'btn' : 'btn second'} to="/courses/$courseId" params={{ courseId }}>
            {t('header.backToCourse')}
          </Link>
        </main>
      )}
    </div>
  )
}
