import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isTemporary } from '../../../contract/calls/api-error.ts'
import { lazy, lazyPart, useLazy } from '../../ui/lazy.ts'
import { useLazyAfter } from '../../ui/use-lazy-after.ts'
import { useVoiceSpeed, VoiceSpeed } from './voice-speed.tsx'

const audioPlayer = lazyPart(async () => (await import('../../media/audio-player.tsx')).AudioPlayer)

type Props = {
  /** A URL that is valid for some minutes. Rejects if it no longer exists. */
  getUrl(): Promise<string>
}

/** Plays a private recording. Suspends until the player is loaded. */
export function SpokenPlayer({ getUrl }: Props) {
  const t = useTranslations('messages')
  const AudioPlayer = useLazy(audioPlayer)
  const speed = useVoiceSpeed()
  const newestGetUrl = useRef(getUrl)
  newestGetUrl.current = getUrl
  // After a failure of the network, the URL is requested again.
  const anotherUrl = () =>
    lazy(() => newestGetUrl.current().catch(error => (isTemporary(error) ? Promise.reject(error) : null)))
  const [url, setUrl] = useState(anotherUrl)
  const source = useLazyAfter(url, 0)
  if (source === null) return <p className="meta">{t('voiceGone')}</p>
  if (source === undefined) return <div className="player" />
  // An expired URL is asked for again.
  return (
    <AudioPlayer
      key={source}
      source={source}
      speed={speed}
      beside={<VoiceSpeed />}
      onTrouble={hasTrouble => hasTrouble || setUrl(anotherUrl)}
    />
  )
}
