import { DAY, HOUR, MINUTE } from '../../../contract/time.ts'

export type Wait = {
  count: number
  unit: 'now' | 'minute' | 'hour' | 'day'
  /** How urgent it is: from one day on, from three days on. */
  mood: '' | 'soon' | 'long'
}

/** How long somebody has waited, as one says it. */
export function waitingFor(ms: number): Wait {
  if (ms >= DAY) return { count: Math.floor(ms / DAY), unit: 'day', mood: ms >= 3 * DAY ? 'long' : 'soon' }
  if (ms >= HOUR) return { count: Math.floor(ms / HOUR), unit: 'hour', mood: '' }
  if (ms >= MINUTE) return { count: Math.floor(ms / MINUTE), unit: 'minute', mood: '' }
  return { count: 0, unit: 'now', mood: '' }
}
