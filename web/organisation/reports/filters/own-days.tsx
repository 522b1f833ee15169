import { useTranslations } from 'use-intl'
import { DayField } from '../../frame/days/day-field.tsx'
import type { FilterProps } from './filter-choices.tsx'

/** Fields for the first and the last day of a report. */
export function OwnDays({ filters: { from, to }, onChange }: FilterProps) {
  const t = useTranslations('reports')
  return (
    <div className="field-pair">
      <DayField label={<small>{t('from')}</small>} day={from} most={to} onChange={day => onChange({ from: day })} />
      <DayField label={<small>{t('to')}</small>} day={to} least={from} onChange={day => onChange({ to: day })} />
    </div>
  )
}
