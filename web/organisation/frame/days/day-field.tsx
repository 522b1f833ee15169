import { type ReactNode, useEffect, useRef, useState } from 'react'
import { EARLIEST_DAY } from './chosen-day.ts'

type Props = {
  label: ReactNode
  /** Empty if no day is chosen. */
  day: string
  least?: string
  most?: string | undefined
  /** Whether the field may be cleared. */
  isOptional?: boolean
  onChange(day: string): void
}

/**
 * A day that is part of the URL. What somebody types stays in the field even if it is not allowed: while they type a
 * day, its first digits alone may be another day. The URL may show an earlier day while a later one is on its way.
 */
export function DayField({ label, day, least = EARLIEST_DAY, most, isOptional = false, onChange }: Props) {
  const [typed, setTyped] = useState(day)
  /** The day in the URL, and those that were passed on since. */
  const passedOn = useRef([day])
  useEffect(() => {
    const at = passedOn.current.indexOf(day)
    if (at >= 0) {
      passedOn.current = passedOn.current.slice(at)
      return
    }
    // The day was changed outside of this field.
    passedOn.current = [day]
    setTyped(day)
  }, [day])
  return (
    <label>
      {label}
      <input
        className="input"
        type="date"
        min={least}
        max={most}
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value)
          const isAllowed = value === '' ? isOptional : value >= least && (most === undefined || value <= most)
          if (!isAllowed) return
          passedOn.current.push(value)
          onChange(value)
        }}
        onBlur={() => setTyped(passedOn.current.at(-1) ?? '')}
      />
    </label>
  )
}
