import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../contract/courses.ts'
import { mediaUrl } from '../../contract/media.ts'
import { knownSettings } from '../settings/settings.ts'
import { Icon } from '../ui/icon.tsx'
import { useCaptions } from './captions.tsx'
import { toggleFullScreen } from './full-screen.ts'
import './media.css'
import { PlayButton } from './play-button.tsx'
import { SeekBar } from './seek-bar.tsx'
import { useFilm } from './use-film.ts'
import { useAutoPlay } from './use-playback.ts'
import { VideoOverlay } from './video-overlay.tsx'
import { videoSources } from './video-sources.ts'

type Props = {
  avFilename: string
  /** What it shows, in words. */
  alt?: string | undefined
  captions?: string | undefined
  language: Language
  /** Try to begin by itself. */
  autoPlay?: boolean
  /** What every event says of the place where it is shown. */
  where: Record<string, string | number>
  onEnded?(): void
  /** Told when the film cannot be had, and when that is tried again. */
  onTrouble?(hasTrouble: boolean): void
}

/** A film with its controls and what lies over it. Trying again begins with the first source. */
export function VideoPlayer(props: Props) {
  const [attempt, setAttempt] = useState(0)
  function retry() {
    setAttempt(attempt + 1)
    props.onTrouble?.(false)
  }
  return <Film key={attempt} {...props} autoPlay={props.autoPlay || attempt > 0} onRetry={retry} />
}

function Film({
  avFilename,
  alt,
  captions,
  language,
  autoPlay = false,
  onRetry,
  ...told
}: Props & { onRetry(): void }) {
  const t = useTranslations('media')
  const box = useRef<HTMLDivElement>(null)
  const ref = useRef<HTMLVideoElement>(null)
  const [sources] = useState(() => videoSources(avFilename))
  const { state, listeners, sourceFailed, isPlaying, at, length, toggle, seek } = useFilm(ref, sources, told)
  const { mediaBase } = knownSettings()
  const captionsUrl = mediaUrl(mediaBase, captions)
  const { track, caption } = useCaptions({ source: captionsUrl, language })
  useAutoPlay(ref, autoPlay && sources.length > 0)

  return (
    <div className="video" dir="ltr" ref={box}>
      <video
        ref={ref}
        aria-label={alt}
        playsInline
        preload={autoPlay ? 'auto' : 'metadata'}
        // Captions of another host are only read beside a film that was asked for in the same way.
        crossOrigin={captionsUrl && /^https?:/.test(mediaBase) ? 'anonymous' : undefined}
        onClick={toggle}
        {...listeners}
      >
        {sources.map(source => (
          <source
            key={source.name}
            src={mediaUrl(mediaBase, source.name)}
            type={source.type}
            onError={() => sourceFailed(source)}
          />
        ))}
        {track}
      </video>
      {caption}
      <VideoOverlay state={state} onPlay={toggle} onRetry={onRetry} />
      {state !== 'aborted' && (
        <div className="video-bar">
          <PlayButton className="icon-btn" isPlaying={isPlaying} onClick={toggle} />
          <SeekBar at={at} length={length} onSeek={seek} />
          <button
            className="icon-btn"
            type="button"
            aria-label={t('fullScreen')}
            onClick={() => toggleFullScreen(box.current, ref.current)}
          >
            <Icon name="expand" />
          </button>
        </div>
      )}
    </div>
  )
}
