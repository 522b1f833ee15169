/**
 * The seconds until another try makes sense, in minutes, or from an hour and a half in hours. Never rounded down. The
 * text shows hours unless they are 0.
 */
export function waitOf(seconds = 60): { minutes: number; hours: number } {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return { minutes, hours: minutes < 90 ? 0 : Math.ceil(minutes / 60) }
}
