import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FilmNotes } from '../../../contract/films.ts'
import type { Language } from '../../../contract/languages.ts'
import { mediaUrl } from '../../../contract/media.ts'
import { knownSettings } from '../../settings/settings.ts'
import { Icon } from '../../ui/icon.tsx'
import { isSavingData } from '../data-saver.ts'
import { PlayButton } from '../play-button.tsx'
import { PlayerGroup } from '../player-group.tsx'
import { SeekBar } from '../seek-bar.tsx'
import { MediaTools } from '../tools.tsx'
import { useAutoPlay } from '../use-playback.ts'
import { useCaptions } from './captions.tsx'
import { useFilm } from './use-film.ts'
import { VideoOverlay } from './video-overlay.tsx'
import { videoSources } from './video-sources.ts'

export type VideoProps = FilmNotes & {
  avFilename: string
  /** A description of the film's pictures. */
  alt?: string | undefined
  captions?: string | undefined
  language: Language
  /** A file of the film that this phone keeps. */
  keptFile?: string | undefined
  /** True without a network. If the film cannot be loaded, the player then says that it can be watched later. */
  mayWait?: boolean
  /** Tries to start by itself. */
  autoPlay: boolean
  /** Sent with every event: the place where the film is shown. */
  where: Record<string, string | number>
  onEnded?(): void
  /** Called when the film cannot be loaded, and when it is tried again. */
  onTrouble?(hasTrouble: boolean): void
  /** Shown below the film. */
  children?: ReactNode
}

const NARROWEST = 320

/** A film with its controls and overlay. A new try begins with the first source. */
export function VideoPlayer({ avFilename, originalOnly, keptFile, poster, autoPlay, children, ...props }: VideoProps) {
  const t = useTranslations('media')
  const box = useRef<HTMLDivElement>(null)
  const ref = useRef<HTMLVideoElement>(null)
  const [{ sources, preload }] = useState(() => ({
    sources: videoSources(avFilename, { width: isSavingData() ? NARROWEST : innerWidth, originalOnly, keptFile }),
    preload: preloadFor(autoPlay),
  }))
  const film = useFilm(ref, { sources, preload }, props)
  const { mediaBase } = knownSettings()
  const captionsUrl = mediaUrl(mediaBase, props.captions)
  const captions = useCaptions({ source: captionsUrl, language: props.language })
  const fullScreen = () => toggleFullScreen(box.current, ref.current)
  useAutoPlay(ref, autoPlay && film.sources.length > 0)

  return (
    <PlayerGroup label={t('video')} controls={{ ...film, fullScreen }}>
      <div className="video" dir="ltr" ref={box}>
        <video
          ref={ref}
          aria-label={props.alt}
          lang={props.language}
          playsInline
          preload={preload}
          poster={mediaUrl(mediaBase, poster)}
          // Captions of another host can be read only if the film was requested with CORS, too.
          crossOrigin={captionsUrl && /^https?:/.test(mediaBase) ? 'anonymous' : undefined}
          onClick={film.toggle}
          {...film.listeners}
        >
          {film.sources.map(source => (
            <source
              key={source.name}
              src={mediaUrl(mediaBase, source.name)}
              type={source.type}
              onError={() => film.sourceFailed(source)}
            />
          ))}
          {captions.track}
        </video>
        {captions.caption}
        <VideoOverlay state={film.state} mayWait={props.mayWait} onPlay={film.toggle} onRetry={film.retry} />
        {film.state !== 'aborted' && (
          <div className="video-bar">
            <PlayButton className="icon-btn" isPlaying={film.isPlaying} onClick={film.toggle} />
            <SeekBar at={film.at} length={film.length} onSeek={film.seek} />
            <button className="icon-btn" type="button" aria-label={t('fullScreen')} onClick={fullScreen}>
              <Icon name="expand" />
            </button>
          </div>
        )}
      </div>
      <MediaTools isMuted={film.isMuted} onUnmute={film.toggleMute} captions={captionsUrl ? captions : undefined}>
        {children}
      </MediaTools>
    </PlayerGroup>
  )
}

function preloadFor(autoPlay: boolean): 'auto' | 'metadata' | 'none' {
  if (autoPlay) return 'auto'
  return isSavingData() ? 'none' : 'metadata'
}

/** Shows the box with our own controls on the full screen. On phones that allow this only to films, shows the film. */
function toggleFullScreen(box: HTMLElement | null, video: HTMLVideoElement | null): void {
  const onlyFilm = video as (HTMLVideoElement & { webkitEnterFullscreen?(): void }) | null
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (box?.requestFullscreen) void box.requestFullscreen().catch(() => undefined)
  else onlyFilm?.webkitEnterFullscreen?.()
}
