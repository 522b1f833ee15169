import { useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { createStoredChoice } from '../../media/stored-choice.ts'

const SPEEDS = ['1', '1.5', '2'] as const

const choice = createStoredChoice('sbs.voice-speed', SPEEDS)

/** The speed of voice messages in all conversations. */
export function useVoiceSpeed(): (typeof SPEEDS)[number] {
  return useSyncExternalStore(choice.onChoice, choice.read) ?? SPEEDS[0]
}

/** Each press takes the next speed. */
export function VoiceSpeed() {
  const t = useTranslations('messages')
  const format = useFormatter()
  const speed = useVoiceSpeed()
  const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? SPEEDS[0]
  return (
    <button
      className="speed"
      type="button"
      aria-label={t('speed', { speed: Number(speed) })}
      onClick={() => choice.choose(next)}
    >
      {format.number(Number(speed))}×
    </button>
  )
}
