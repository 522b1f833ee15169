import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { PlayButton } from '../play-button.tsx'
import type { Cause } from '../use-playback.ts'

/** Aborted: no source could be loaded. */
export type VideoState = 'loading' | 'paused' | 'playing' | 'aborted'

type Props = { state: VideoState; mayWait?: boolean | undefined; onPlay(): void; onRetry(cause: Cause): void }

/** Over a film that does not play: loading, paused, or failed. */
export function VideoOverlay({ state, mayWait, onPlay, onRetry }: Props) {
  const t = useTranslations()
  if (state === 'playing') return null
  if (state === 'aborted') {
    return (
      <div className="overlay solid">
        <Icon name="warning" />
        <b role="alert" dir="auto">
          {t(mayWait ? 'media.videoLater' : 'media.videoError')}
        </b>
        <button className="btn second small" type="button" onClick={onRetry}>
          <Icon name="retry" />
          {t('common.tryAgain')}
        </button>
      </div>
    )
  }
  return (
    <div className="overlay">
      {state === 'paused' ? (
        <PlayButton className="big-play" isPlaying={false} onClick={onPlay} />
      ) : (
        <span className="spin" role="status" aria-label={t('media.loading')} />
      )}
    </div>
  )
}
