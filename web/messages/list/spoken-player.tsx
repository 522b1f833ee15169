import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiError } from '../../../contract/calls/api-error.ts'
import { lazyPart, useLazy } from '../../ui/lazy.ts'
import { useVoiceSpeed, VoiceSpeed } from './voice-speed.tsx'

const audioPlayer = lazyPart(async () => (await import('../../media/audio-player.tsx')).AudioPlayer)

type Props = {
  /** A URL that is valid for some minutes. Rejects with 404 if it no longer exists. */
  getUrl(): Promise<string>
}

/** Plays a private recording. Suspends until the player is loaded. */
export function SpokenPlayer({ getUrl }: Props) {
  const t = useTranslations('messages')
  const AudioPlayer = useLazy(audioPlayer)
  const speed = useVoiceSpeed()
  const [source, setSource] = useState<string>()
  const [isGone, setIsGone] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const ask = useRef(getUrl)
  ask.current = getUrl
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for another URL.
  useEffect(() => {
    let isLeft = false
    ask.current().then(
      url => isLeft || setSource(url),
      ({ status }: ApiError) => isLeft || setIsGone(status === 404),
    )
    return () => {
      isLeft = true
    }
  }, [attempt])
  if (isGone) return <p className="meta">{t('voiceGone')}</p>
  if (source === undefined) return <div className="player" />
  // An expired URL is asked for again.
  return (
    <AudioPlayer
      key={source}
      source={source}
      speed={speed}
      beside={<VoiceSpeed />}
      onTrouble={hasTrouble => hasTrouble || setAttempt(attempt + 1)}
    />
  )
}
