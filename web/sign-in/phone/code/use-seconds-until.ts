import { useEffect, useState } from 'react'

/** Whole seconds until a time (epoch ms), as they pass. */
export function useSecondsUntil(end: number): number {
  const [now, setNow] = useState(Date.now)
  const seconds = Math.max(0, Math.ceil((end - now) / 1000))
  const isOver = seconds === 0
  useEffect(() => {
    setNow(Date.now())
    if (isOver && end <= Date.now()) return
    // The phone's clock may be set back by a day meanwhile. Without this, nobody would get another code for a day.
    const timer = setInterval(() => setNow(before => Math.max(before + 1000, Date.now())), 1000)
    return () => clearInterval(timer)
  }, [end, isOver])
  return seconds
}
