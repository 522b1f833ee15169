import { MINUTE } from '../../../../contract/time.ts'

/**
 * The earliest day that can be chosen. Earlier years are those that are still being typed: 0002 is on the way to 2026.
 */
export const EARLIEST_DAY = '2000-01-01'

/** A day as date fields write it, in the time zone of this device. */
export function dayAt(time: number): string {
  const date = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The midnight with which a day ends. */
export function endOfDay(day: string): number {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + 1)
  return date.getTime()
}

/**
 * The lifetime in ms of something that ends with a day. The server counts from the arrival of the request, which can be
 * late on a slow line. So the lifetime ends a minute before midnight, and never on the next day.
 */
export function lifetimeUntil(day: string, now: number): number {
  return Math.max(MINUTE, endOfDay(day) - MINUTE - now)
}

/** The day that a URL names; empty if it names none. */
export function dayIn(text: string | null): string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return ''
  const time = Date.parse(`${text}T00:00Z`)
  // Without this check, 30 February would be a day in March.
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text) ? text : ''
}
