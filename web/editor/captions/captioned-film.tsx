import { type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../../contract/languages.ts'
import { PlayButton } from '../../media/play-button.tsx'
import { SeekBar } from '../../media/seek-bar.tsx'
import type { usePlayback } from '../../media/use-playback.ts'
import type { Cue } from './caption-files.ts'
import '../../media/media.css'

type Props = {
  video: RefObject<HTMLVideoElement | null>
  source: string
  playback: ReturnType<typeof usePlayback>
  /** The captions at this moment, in the language of the course. */
  shown: readonly Cue[]
  language: Language
}

/** How far a press on "back" or "forward" moves the film. */
export const STEP_SECONDS = 1
const AGAIN_MS = 5000

/** The film with the captions as they are written, and the controls to find the place of the next line. */
export function CaptionedFilm({ video, source, playback, shown, language }: Props) {
  const t = useTranslations('captions')
  const [isPlayable, setIsPlayable] = useState(true)
  const { at, length } = playback
  return (
    <>
      <div className="video" dir="ltr">
        <video
          ref={video}
          src={playback.isHere ? source : undefined}
          playsInline
          preload="metadata"
          onClick={playback.toggle}
          {...playback.listeners}
          onError={() => {
            setIsPlayable(false)
            // The server may have been away.
            setTimeout(() => video.current?.load(), AGAIN_MS)
          }}
          onLoadedMetadata={() => {
            setIsPlayable(true)
            if (at > 0) playback.seek(at)
          }}
        />
        {shown.length > 0 && (
          <p className="caption" lang={language} dir="auto" aria-hidden="true">
            <span>{shown.map(({ text }) => text).join('\n')}</span>
          </p>
        )}
      </div>
      <div className="row captions-controls" dir="ltr">
        <PlayButton className="icon-btn" isPlaying={playback.isPlaying} onClick={playback.toggle} />
        <button className="btn quiet small" type="button" onClick={() => playback.skip(-STEP_SECONDS)}>
          <bdi>{t('back')}</bdi>
        </button>
        <SeekBar at={at} length={length} onSeek={playback.seek} />
        <button className="btn quiet small" type="button" onClick={() => playback.skip(STEP_SECONDS)}>
          <bdi>{t('forward')}</bdi>
        </button>
      </div>
      {!isPlayable && <p>{t('cannotPlay')}</p>}
      <p className="meta captions-keys">{t('keys')}</p>
    </>
  )
}
