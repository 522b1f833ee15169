const DAYS = 7

export type Day = { date: Date; hasStep: boolean; isToday: boolean }

/** The last seven days by the calendar of this phone, today last. */
export function lastDays(steps: readonly number[], now: Date): Day[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const ago = DAYS - 1 - index
    const [start, end] = [startOfDay(now, -ago), startOfDay(now, 1 - ago)]
    const hasStep = steps.some(at => at >= start.getTime() && at < end.getTime())
    return { date: start, hasStep, isToday: ago === 0 }
  })
}

/** By calendar, not by hours: a day with a change of summer time has 23 or 25. */
function startOfDay(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
}
