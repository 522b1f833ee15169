import { type RefObject, useEffect, useRef } from 'react'

/** Twelve bars are one second: a wide screen shows six seconds, a phone shows the last two. */
const BARS = 72

type Props = { onLevel: RefObject<((level: number) => void) | undefined> }

/**
 * Shows that the microphone works, and how loud the voice is. It bypasses React, because twelve times a second is too
 * often to render.
 */
export function LevelMeter({ onLevel }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const levels = Array<number>(BARS).fill(0)
    onLevel.current = level => {
      levels.push(level)
      levels.shift()
      const bars = ref.current?.children ?? []
      for (const [index, bar] of Array.from(bars).entries())
        (bar as HTMLElement).style.setProperty('--l', String(levels[index]))
    }
    return () => {
      onLevel.current = undefined
    }
  }, [onLevel])
  return (
    <div className="level" aria-hidden="true" ref={ref}>
      {Array.from({ length: BARS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are alike and never change places.
        <i key={index} />
      ))}
    </div>
  )
}
