import { DAY, HOUR, MINUTE } from '../../../contract/time.ts'

export type WaitLength = {
  count: number
  unit: 'now' | 'minute' | 'hour' | 'day'
  /** `soon` from one day on, `long` from three days on. */
  mood: '' | 'soon' | 'long'
}

/** The waiting time in words. */
export function waitingFor(ms: number): WaitLength {
  if (ms >= DAY) return { count: Math.floor(ms / DAY), unit: 'day', mood: ms >= 3 * DAY ? 'long' : 'soon' }
  if (ms >= HOUR) return { count: Math.floor(ms / HOUR), unit: 'hour', mood: '' }
  if (ms >= MINUTE) return { count: Math.floor(ms / MINUTE), unit: 'minute', mood: '' }
  return { count: 0, unit: 'now', mood: '' }
}
