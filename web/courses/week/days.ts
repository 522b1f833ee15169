const DAYS = 7

export type WeekDay = { date: Date; hasStep: boolean; isToday: boolean }

/** The last seven days by the calendar of this phone, today last. Steps have the time of the server, as `now` has. */
export function lastDays(steps: readonly number[], now: Date): WeekDay[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const ago = DAYS - 1 - index
    const [start, end] = [startOfDay(now, -ago), startOfDay(now, 1 - ago)]
    const hasStep = steps.some(at => at >= start.getTime() && at < end.getTime())
    return { date: start, hasStep, isToday: ago === 0 }
  })
}

/** Counts by calendar, not by hours: the day on which summer time begins or ends has 23 or 25 hours. */
function startOfDay(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
}
