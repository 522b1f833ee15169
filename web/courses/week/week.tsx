import { useFormatter, useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import type { WeekDay } from './days.ts'
import './week.css'

export function LearningWeek({ days }: { days: WeekDay[] }) {
  const t = useTranslations('week')
  return (
    <ol className="week" aria-label={t('label')}>
      {days.map(day => (
        <Step key={day.date.getTime()} day={day} />
      ))}
    </ol>
  )
}

function Step({ day: { date, hasStep, isToday } }: { day: WeekDay }) {
  const t = useTranslations('week')
  const format = useFormatter()
  const name = isToday ? t('today') : format.dateTime(date, { weekday: 'long' })
  return (
    <li className={[hasStep && 'is-done', isToday && 'is-today'].filter(Boolean).join(' ') || undefined}>
      <span className="day-step" aria-hidden="true">
        {hasStep && <Icon name="check" />}
      </span>
      <span aria-hidden="true">{format.dateTime(date, { weekday: 'narrow' })}</span>
      <span className="visually-hidden">{hasStep ? t('withStep', { day: name }) : name}</span>
    </li>
  )
}
