import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EARLIEST_DAY } from '../../frame/days/chosen-day.ts'
import type { FilterProps } from './filter-choices.tsx'

/** From one day to another. */
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
 * What is typed stays in the field, good or not: otherwise no day could be typed whose first digits are another one.
 */
function DayChoice({ label, day, least, most, onChange }: Day) {
  const [typed, setTyped] = useState(day)
  const told = useRef(day)
  useEffect(() => {
    // Something else has changed it.
    if (day !== told.current) setTyped(day)
    told.current = day
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
          told.current = value
          onChange(value)
        }}
        onBlur={() => setTyped(told.current)}
      />
    </label>
  )
}
