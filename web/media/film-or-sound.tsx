import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { mediaUrl } from '../../contract/media.ts'
import { knownSettings } from '../settings/settings.ts'
import { AudioPlayer } from './audio-player.tsx'
import { useDataSaver } from './data-saver.ts'
import { useSizeInWords } from './size-in-words.ts'
import type { KeptFilm } from './video/find-kept-film.ts'
import { VideoPlayer, type VideoProps } from './video/video-player.tsx'

/**
 * A film. With data saving, the person can choose its sound instead; if the phone keeps only the sound, it comes first.
 * Playing the sound to its end counts as watching.
 */
export function FilmOrSound({ soundOnly, soundBytes, kept, ...film }: VideoProps & { kept: KeptFilm }) {
  const t = useTranslations('media')
  const inWords = useSizeInWords()
  const [isSaving] = useDataSaver()
  const [chosen, setChosen] = useState<'film' | 'sound'>()
  const shown = chosen ?? (kept.isSoundOnly ? 'sound' : 'film')

  function choose(version: 'film' | 'sound') {
    // It is not known yet whether the newly chosen version can be loaded.
    film.onTrouble?.(false)
    setChosen(version)
  }

  if (soundOnly && shown === 'sound')
    return (
      <AudioPlayer
        {...film}
        source={mediaUrl(knownSettings().mediaBase, soundOnly)}
        autoPlay={film.autoPlay || chosen === 'sound'}
        hasTools
      >
        <button type="button" onClick={() => choose('film')}>
          {t('showVideo')}
        </button>
      </AudioPlayer>
    )
  return (
    <VideoPlayer {...film} keptFile={kept.file} autoPlay={film.autoPlay || chosen === 'film'}>
      {isSaving && soundOnly && (
        <button type="button" onClick={() => choose('sound')}>
          {soundBytes ? t('soundOnlySize', { size: inWords(soundBytes) }) : t('soundOnly')}
        </button>
      )}
    </VideoPlayer>
  )
}
