import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EARLIEST_DAY } from '../../frame/days/chosen-day.ts'
import type { FilterProps } from './filter-choices.tsx'

/** Fields for the first and the last day of a report. */
export function OwnDays({ filters: { from, to }, onChange }: FilterProps) {
  const t = useTranslations('reports')
  return (
    <div className="field-pair">
      <DayChoice
        label={t('from')}
        day={from}
        least={EARLIEST_DAY}
        most={to}
        onChange={day => onChange({ from: day, to })}
      />
      <DayChoice label={t('to')} day={to} least={from} most={undefined} onChange={day => onChange({ from, to: day })} />
    </div>
  )
}

type Day = { label: string; day: string; least: string; most: string | undefined; onChange(day: string): void }

/**
 * A typed day stays in the field even if it is not allowed. While somebody types a day, the first digits alone may be
 * another day, which is not allowed.
 */
function DayChoice({ label, day, least, most, onChange }: Day) {
  const [typed, setTyped] = useState(day)
  const lastSent = useRef(day)
  useEffect(() => {
    // The day was changed outside of this field.
    if (day !== lastSent.current) setTyped(day)
    lastSent.current = day
  }, [day])
  return (
    <label>
      <small>{label}</small>
      <input
        className="input"
        type="date"
        min={least}
        max={most}
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value)
          if (value < least || (most !== undefined && value > most)) return
          lastSent.current = value
          onChange(value)
        }}
        onBlur={() => setTyped(lastSent.current)}
      />
    </label>
  )
}
