import { useSyncExternalStore } from 'react'
import { remembered } from '../remembered.ts'

export const SPEEDS = ['0.75', '1', '1.25', '1.5'] as const
export type Speed = (typeof SPEEDS)[number]

const choice = remembered('sbs.speed', SPEEDS)

/** The speed of all sounds and films. */
export function useSpeed(): [speed: Speed, choose: (speed: Speed) => void] {
  return [useSyncExternalStore(choice.onChoice, choice.read) ?? '1', choice.choose]
}
