import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'
import './media.css'
import { PlayButton } from './play-button.tsx'
import { SeekBar } from './seek-bar.tsx'
import { useAutoPlay, usePlayback } from './use-playback.ts'

type Props = {
  /** Address of the sound; undefined for a name that leads nowhere. */
  source: string | undefined
  /** Try to begin by itself. */
  autoPlay?: boolean
  onEnded?(): void
  /** Told when the sound cannot be had, and when that is tried again. */
  onTrouble?(hasTrouble: boolean): void
}

/** A sound with its controls. */
export function AudioPlayer({ source, autoPlay = false, onEnded, onTrouble }: Props) {
  const t = useTranslations()
  const ref = useRef<HTMLAudioElement>(null)
  const { listeners, isPlaying, at, length, toggle, seek } = usePlayback(ref)
  const [hasFailed, setHasFailed] = useState(source === undefined)
  useAutoPlay(ref, autoPlay && source !== undefined)

  function setTrouble(hasTrouble: boolean) {
    setHasFailed(hasTrouble)
    onTrouble?.(hasTrouble)
  }

  function retry() {
    setTrouble(false)
    ref.current?.load()
    toggle()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <div className="player" dir="ltr" role="group" aria-label={t('media.sound')}>
      <audio
        ref={ref}
        src={source}
        preload="metadata"
        {...listeners}
        onEnded={onEnded}
        onError={() => setTrouble(true)}
      />
      {hasFailed ? (
        <>
          <button className="icon-btn fill" type="button" aria-label={t('common.tryAgain')} onClick={retry}>
            <Icon name="retry" />
          </button>
          <b role="alert" dir="auto">
            {t('media.audioError')}
          </b>
        </>
      ) : (
        <>
          <PlayButton className="icon-btn fill" isPlaying={isPlaying} onClick={toggle} />
          <SeekBar at={at} length={length} onSeek={seek} />
        </>
      )}
    </div>
  )
}
