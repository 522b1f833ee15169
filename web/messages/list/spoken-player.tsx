import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiError } from '../../../contract/calls/api-error.ts'
import { lazy, useLazy } from '../../ui/lazy.ts'
import { useVoiceSpeed, VoiceSpeed } from './voice-speed.tsx'

const audioPlayer = lazy(async () => (await import('../../media/audio-player.tsx')).AudioPlayer)

type Props = {
  /** Where it can be heard for some minutes. Refuses with 404 what is no longer there. */
  address(): Promise<string>
}

/** Something that was spoken and only some people may hear. Suspends until the player is here. */
export function SpokenPlayer({ address }: Props) {
  const t = useTranslations('messages')
  const AudioPlayer = useLazy(audioPlayer)
  const speed = useVoiceSpeed()
  const [source, setSource] = useState<string>()
  const [isGone, setIsGone] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const ask = useRef(address)
  ask.current = address
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for another address.
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
  // When an address has run out, another is asked for.
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
