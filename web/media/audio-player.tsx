import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'
import { isSavingData } from './data-saver.ts'
import { PlayButton } from './play-button.tsx'
import { PlayerGroup } from './player-group.tsx'
import { SeekBar } from './seek-bar.tsx'
import { MediaTools } from './tools.tsx'
import { type Cause, loadAgain, useAutoPlay, useLoadAgain, usePlayback } from './use-playback.ts'

export type AudioProps = {
  /** URL of the sound; undefined for an invalid name. */
  source: string | undefined
  /** True without a network. If the sound cannot be loaded, the player then says that it can be heard later. */
  mayWait?: boolean | undefined
  /** Tries to start by itself. */
  autoPlay?: boolean
  onEnded?(): void
  /** Called when the sound cannot be loaded, and when it is tried again. */
  onTrouble?(hasTrouble: boolean): void
  /** True for a sound that is long enough to offer a speed. */
  hasTools?: boolean
  /** Used instead of the speed chosen for lessons. */
  speed?: string
  /** Shown after the time, in its row. */
  beside?: ReactNode
  /** Shown below the player. */
  children?: ReactNode
}

/** A sound with its controls. */
export function AudioPlayer({
  source,
  mayWait,
  autoPlay,
  onEnded,
  onTrouble,
  hasTools,
  speed,
  beside,
  children,
}: AudioProps) {
  const t = useTranslations()
  const ref = useRef<HTMLAudioElement>(null)
  const sound = usePlayback(ref, speed)
  const [hasFailed, setHasFailed] = useState(source === undefined)
  useAutoPlay(ref, autoPlay && sound.isHere && source !== undefined)

  function setTrouble(hasTrouble: boolean) {
    setHasFailed(hasTrouble)
    onTrouble?.(hasTrouble)
  }

  function retry(cause: Cause) {
    setTrouble(false)
    loadAgain(ref.current, cause)
  }
  // The URL of a recording may have expired meanwhile.
  useLoadAgain(hasFailed && hasTools, retry)

  return (
    <PlayerGroup label={t('media.sound')} controls={sound}>
      <div className="player" dir="ltr">
        <audio
          ref={ref}
          src={sound.isHere ? source : undefined}
          // A recording on this phone needs no download.
          preload={isSavingData() && !source?.startsWith('blob:') ? 'none' : 'metadata'}
          {...sound.listeners}
          onEnded={onEnded}
          onError={() => setTrouble(true)}
        />
        {hasFailed ? (
          <>
            <button className="icon-btn fill" type="button" aria-label={t('common.tryAgain')} onClick={retry}>
              <Icon name="retry" />
            </button>
            <b role="alert" dir="auto">
              {t(mayWait ? 'media.audioLater' : 'media.audioError')}
            </b>
          </>
        ) : (
          <>
            <PlayButton {...sound} className="icon-btn fill" onClick={sound.toggle} />
            <SeekBar at={sound.at} length={sound.length} onSeek={sound.seek} />
            {beside}
          </>
        )}
      </div>
      {(hasTools || sound.isMuted) && (
        <MediaTools isMuted={sound.isMuted} onUnmute={sound.toggleMute}>
          {children}
        </MediaTools>
      )}
    </PlayerGroup>
  )
}
