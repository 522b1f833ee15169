import { useState } from 'react'
import { isSound, mediaUrl } from '../../contract/media.ts'
import { knownSettings } from '../settings/settings.ts'
import { AudioPlayer } from './audio-player.tsx'
import { isSavingData } from './data-saver.ts'
import { FilmOrSound } from './film-or-sound.tsx'
import { useKeptFilm } from './video/kept-film.ts'
import type { VideoProps } from './video/video-player.tsx'

/** The sound or film of this name. With data saving nothing starts by itself. */
export function Player({ autoPlay, ...props }: VideoProps) {
  const [isSaving] = useState(isSavingData)
  const playerProps = { ...props, autoPlay: autoPlay && !isSaving }
  if (!isSound(props.avFilename)) return <Film {...playerProps} />
  return <AudioPlayer {...playerProps} hasTools source={mediaUrl(knownSettings().mediaBase, props.avFilename)} />
}

function Film(props: VideoProps) {
  const kept = useKeptFilm(props.avFilename, props.soundOnly)
  return kept ? <FilmOrSound {...props} kept={kept} /> : <div className="video" />
}
