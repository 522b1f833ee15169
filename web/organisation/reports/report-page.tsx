import { type ReactNode, useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { isNetworkFailure } from '../../../contract/calls/api-error.ts'
import { FOR_PEOPLE } from '../../../contract/team-roles.ts'
import type { QueryResult } from '../../queries/use-query.ts'
import { updateEntry } from '../../router/router.ts'
import { useLocation } from '../../router/use-location.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useUser } from '../../user/user.ts'
import { AsOf } from '../frame/as-of.tsx'
import { LimitNote } from '../frame/limit-note.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { useWhenOnline } from '../frame/use-when-online.ts'
import { type ReportFilters, searchOf } from './filters-in-url.ts'
import { useChoiceWords } from './use-choice-words.ts'
import './reports.css'

const withoutNames = ['overview', 'courses', 'questions'] as const
const tabs = [...withoutNames, 'mentors', 'silent', 'voices'] as const
export type Tab = (typeof tabs)[number]

type Props<Data> = {
  tab: Tab
  filters: ReportFilters
  /** The choices above the report. */
  choices: ReactNode
  report: QueryResult<Data>
  /** Shown instead of the report while the URL does not say which lesson or page it is about. */
  instead?: ReactNode
  children(data: Data): ReactNode
}

/** A screen of the reports: links to the other reports, the choices, then the report or why there is none. */
export function ReportPage<Data>({ tab, filters, choices, report, instead, children }: Props<Data>) {
  const t = useTranslations('reports')
  const { data, error, isFetching, dataUpdatedAt } = report
  const { search } = useLocation()
  const last = useRef<Shown>(undefined)
  // Until the report of the new choices is loaded, `data` belongs to the last choices.
  const isOfThese = data !== undefined && dataUpdatedAt > 0
  if (isOfThese) last.current = { filters, search, at: dataUpdatedAt }
  return (
    <main className="page reports" aria-busy={isFetching}>
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <LimitNote />
        </div>
      </header>
      <Tabs current={tab} filters={filters} />
      {choices}
      {instead ?? (
        <>
          {data && <AsOf of={report} />}
          {data && (
            // The last figures stay, dimmed, until the figures of the new choices are loaded.
            <div className={isOfThese ? 'report-body' : 'report-body other'} aria-busy={!isOfThese} inert={!isOfThese}>
              {children(data)}
            </div>
          )}
          {!data && error && (
            <Failed error={error} onRetry={report.refetch}>
              {last.current && <LastShown of={last.current} tab={tab} />}
            </Failed>
          )}
          {!data && !error && (
            <div className="skeletons" role="status" aria-label={t('loading')}>
              <span className="skeleton" />
              <span className="skeleton tall" />
            </div>
          )}
        </>
      )}
    </main>
  )
}

/** Links to the reports that the person's roles have. The links keep the filters that several reports share. */
function Tabs({
  current,
  filters: { days, from, to, course, mentor, link, language },
}: {
  current: Tab
  filters: ReportFilters
}) {
  const t = useTranslations('reports')
  const roles = useUser().data?.user.teamRoles ?? []
  const search = searchOf({ days, from, to, course, mentor, link, language })
  const shown = FOR_PEOPLE.some(role => roles.includes(role)) ? tabs : withoutNames
  const nav = useRef<HTMLElement>(null)
  // The effect needs its braces: some browsers return a promise from scrollIntoView, which React would call.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <nav className="seg slide" aria-label={t('reports')} ref={nav}>
      {shown.map(tab => (
        <OrgLink
          key={tab}
          to={(tab === 'overview' ? '/org/reports' : `/org/reports/${tab}`) + search}
          isCurrent={tab === current}
        >
          {t(`tabs.${tab}`)}
        </OrgLink>
      ))}
    </nav>
  )
}

type Shown = { filters: ReportFilters; search: string; at: number }

/** Goes back to the choices of the last loaded report. The button names these choices, and when it was loaded. */
function LastShown({ of: { filters, search, at }, tab }: { of: Shown; tab: Tab }) {
  const t = useTranslations('reports')
  const format = useFormatter()
  const words = useChoiceWords()
  const choices = words(filters, { hasDays: tab !== 'silent' && tab !== 'voices' })
  return (
    <button className="btn quiet small" type="button" onClick={() => updateEntry({ search })}>
      {t('showLast', { choices, time: format.dateTime(at, { timeStyle: 'short' }) })}
    </button>
  )
}

type FailedProps = { error: Error; onRetry(): unknown; children?: ReactNode }

function Failed({ error, onRetry, children }: FailedProps) {
  const t = useTranslations('reports')
  useWhenOnline(error, onRetry)
  return (
    <div className="card stack">
      <Alert title={useReason(error)} />
      <button className="btn second small" type="button" onClick={() => void onRetry()}>
        <Icon name="retry" />
        {t('again')}
      </button>
      {children}
    </div>
  )
}

export function useReason(error: Error): string {
  const t = useTranslations('reports.problems')
  if (isNetworkFailure(error)) return t('network')
  const code = (error as { code?: string }).code as 'internal'
  return t.has(code) ? t(code) : t('internal')
}
