import { useSyncExternalStore } from 'react'
import { createStoredChoice } from '../stored-choice.ts'

export const SPEEDS = ['0.75', '1', '1.25', '1.5'] as const
export type Speed = (typeof SPEEDS)[number]

const choice = createStoredChoice('sbs.speed', SPEEDS)

/** The speed of all sounds and films. */
export function useSpeed(): [speed: Speed, choose: (speed: Speed) => void] {
  return [useSyncExternalStore(choice.onChoice, choice.read) ?? '1', choice.choose]
}
