import { useTranslations } from 'use-intl'
import { getOverview, type Overview } from '../../../contract/organisation/reports.ts'
import { FOR_PEOPLE } from '../../../contract/team-roles.ts'
import { useUser } from '../../user/user.ts'
import { ActLink } from '../frame/org-link.tsx'
import { type FileToSave, useFile } from '../frame/save-file/use-file.ts'
import { Amount, Chart } from './chart.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { defaultFilters, pathsFor, queryOf, type ReportFilters, useFilters } from './filters-in-url.ts'
import { EmptyReport, FindingLine } from './finding.tsx'
import { ReportPage } from './report-page.tsx'
import { useReport } from './use-report.ts'
import { useDay } from './use-words.ts'

/** Who learned, week by week. */
export function OverviewScreen() {
  const [filters, change] = useFilters()
  const query = queryOf(filters, defaultFilters)
  const report = useReport(getOverview, query)
  const file = useFile(getOverview, query)
  return (
    <ReportPage
      tab="overview"
      filters={filters}
      report={report}
      choices={<FilterBar filters={filters} onChange={change} names={defaultFilters} range={report.data?.range} />}
    >
      {overview =>
        Object.values(overview.total).every(count => count === 0) ? (
          <EmptyReport range={overview.range} onChange={change} />
        ) : (
          <>
            <ReportFinding overview={overview} filters={filters} />
            <Totals total={overview.total} />
            <Weeks overview={overview} file={file} />
          </>
        )
      }
    </ReportPage>
  )
}

function ReportFinding({ overview: { finding }, filters }: { overview: Overview; filters: ReportFilters }) {
  const t = useTranslations('reports.overview')
  const roles = useUser().data?.user.teamRoles ?? []
  const { silentReport, courseReport } = pathsFor(filters)
  const silent = <ActLink to={silentReport}>{t('seeSilent')}</ActLink>
  const courses = <ActLink to={courseReport}>{t('seeCourses')}</ActLink>
  if (!finding) return <FindingLine title={t('usual')} act={courses} />
  const { now, before } = finding
  if (finding.code === 'more-learned') return <FindingLine title={t('more', { now, before })} act={courses} />
  const seesPeople = FOR_PEOPLE.some(role => roles.includes(role))
  return <FindingLine isUrgent title={t('fewer', { now, before })} act={seesPeople ? silent : courses} />
}

function Totals({ total }: { total: Overview['total'] }) {
  const t = useTranslations('reports.overview')
  return (
    <dl className="totals">
      {(['learned', 'began', 'completed', 'newPeople'] as const).map(name => (
        <div className="card" key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <Amount of={total[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Weeks({ overview: { weeks }, file }: { overview: Overview; file: FileToSave }) {
  const t = useTranslations('reports.overview')
  const day = useDay()
  const rows = weeks.map(({ from, to, isUnfinished, learned, began, completed, newPeople }) => ({
    key: from,
    label: from === to ? day(from, 'short') : t('week', { from: day(from, 'short'), to: day(to, 'short') }),
    about: isUnfinished ? t('unfinished') : undefined,
    value: <Amount of={learned} />,
    parts: [{ value: learned, ...(isUnfinished ? { kind: 'second' as const } : {}) }],
    cells: [learned, began, completed, newPeople],
  }))
  return (
    <Chart
      isOrdered
      title={t('weeks')}
      heads={[t('weekHead'), t('learned'), t('began'), t('completed'), t('newPeople')]}
      legend={[
        { kind: undefined, text: t('learned') },
        ...(weeks.some(({ isUnfinished }) => isUnfinished) ? [{ kind: 'second' as const, text: t('unfinished') }] : []),
      ]}
      rows={rows}
      file={file}
      note={t('note')}
    />
  )
}
