import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { ActLink } from '../frame/org-link.tsx'
import { type ChangeFilters, daysAt } from './filters-in-url.ts'
import { useDay } from './use-words.ts'

type Props = {
  title: string
  about?: string | undefined
  /** Orange: somebody should look today. */
  isUrgent?: boolean
  act?: ReactNode
}

/** A finding in a sentence, and the one thing to do about it. */
export function FindingLine({ title, about, isUrgent = false, act }: Props) {
  return (
    <div className={isUrgent ? 'say' : 'say calm'}>
      <Icon name={isUrgent ? 'warning' : 'info'} />
      <p>
        <b>{title}</b>
        {about}
        {act && <span className="row">{act}</span>}
      </p>
    </div>
  )
}

/** Link to a page of a lesson, as learners see it. */
export function PageLink({
  course,
  lesson,
  number,
  children,
}: {
  course: string
  lesson: string
  number: number
  children: string
}) {
  const path = `/courses/${encodeURIComponent(course)}/lessons/${encodeURIComponent(lesson)}`
  return <ActLink to={number === 1 ? path : `${path}/${number}`}>{children}</ActLink>
}

type Range = { from: string; to: string; nearest: string | null }

/** Shown if a report has nothing for these days. Leads to the nearest days that have something. */
export function EmptyReport({ range, onChange }: { range: Range; onChange: ChangeFilters }) {
  const t = useTranslations('reports')
  const day = useDay()
  const { nearest } = range
  return (
    <div className="say calm">
      <Icon name="info" />
      <p>
        <b>{t('nothing')}</b>
        {nearest === null ? t('nothingAtAll') : t('nearest', { day: day(nearest) })}
        {nearest !== null && (
          <span className="row">
            <button className="btn second small" type="button" onClick={() => onChange(daysAt(nearest, range))}>
              {t('showNearest')}
            </button>
          </span>
        )}
      </p>
    </div>
  )
}
