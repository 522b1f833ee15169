import { DAY, HOUR } from '../../../../contract/time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment, `2026-11-23`. */
export function dayOf(time: number, timeZone: string): string {
  const { year, month, day } = partsOf(time, timeZone)
  return `${year}-${month}-${day}`
}

/** The moment at which clocks show this hour of a day: 24 is the next midnight. */
export function momentOf(day: string, hour: number, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00Z`) + hour * HOUR
  const near = utc - offsetAt(utc, timeZone)
  return utc - offsetAt(near, timeZone)
}

/** The first moment of a day. If a clock change skips midnight, it is one o'clock. */
export function firstMomentOf(day: string, timeZone: string): number {
  let time = momentOf(day, 0, timeZone)
  while (dayOf(time, timeZone) < day) time += HOUR / 4
  return time
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * DAY).toISOString().slice(0, 10)
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay()
}

/** The moment as ISO 8601 with the offset of the time zone. */
export function isoIn(time: number, timeZone: string): string {
  const offset = offsetAt(time, timeZone)
  const local = new Date(time + offset).toISOString().slice(0, 19)
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** Milliseconds by which the local time is ahead of UTC. */
export function offsetAt(time: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(time, timeZone)
  const whole = Math.floor(time / 1000) * 1000
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) - whole
}

function partsOf(time: number, timeZone: string): Record<string, string> {
  let format = formats.get(timeZone)
  if (!format) {
    const two = '2-digit'
    const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    format = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', numberingSystem: 'latn', ...parts })
    formats.set(timeZone, format)
  }
  return Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
}
