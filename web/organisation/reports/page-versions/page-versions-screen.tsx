import { useFormatter, useTranslations } from 'use-intl'
import { getPageVersions, type PageVersions } from '../../../../contract/organisation/reports.ts'
import { FOR_AUTHORS } from '../../../../contract/team-roles.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { updateEntry } from '../../../router/router.ts'
import { useLocation } from '../../../router/use-location.ts'
import { useUser } from '../../../user/user.ts'
import { BackLink } from '../../frame/back-link.tsx'
import { SaveFileButtons } from '../../frame/save-file/save-file-buttons.tsx'
import { useFile } from '../../frame/save-file/use-file.ts'
import { SaveFileProblem } from '../chart.tsx'
import { Select } from '../filters/filter-choices.tsx'
import { searchOf, useFilters } from '../filters-in-url.ts'
import { FindingLine, PageLink } from '../finding.tsx'
import { ReportPage } from '../report-page.tsx'
import { useReport } from '../use-report.ts'
import { useReportCourses } from '../use-report-courses.ts'
import { OneVersion } from './one-version.tsx'
import './page-versions.css'
import { ActLink } from '../../frame/org-link.tsx'

/** A page in two versions of its course, side by side. The URL names both. */
export function PageVersionsScreen() {
  const t = useTranslations('reports')
  const [filters] = useFilters()
  const words = new URLSearchParams(useLocation().search)
  const chosen = ['lesson', 'page', 'a', 'b'].flatMap(name => {
    const value = words.get(name)
    return value ? [[name, value] as const] : []
  })
  const query = Object.fromEntries(chosen)
  const hasLesson = 'lesson' in query
  const report = useReport(getPageVersions, query, { enabled: hasLesson })
  const file = useFile(getPageVersions, query)
  const { course, lesson } = report.data ?? {}
  return (
    <ReportPage
      tab="courses"
      filters={filters}
      report={report}
      instead={
        hasLesson ? undefined : (
          <FindingLine title={t('pageVersions.chooseLesson')} about={t('pageVersions.chooseLessonAbout')} />
        )
      }
      choices={
        <>
          <BackLink
            to={`/org/reports/courses${searchOf({ course: course?.id ?? '', lesson: lesson?.lessonId ?? '' })}`}
          >
            {t('tabs.courses')}
          </BackLink>
          {!hasLesson && <LessonChoice />}
          {hasLesson && report.data && <Choices versions={report.data} />}
        </>
      }
    >
      {versions => (
        <>
          <header>
            <div className="grow">
              <h2 className="question-title">
                <bdi>{versions.page.title}</bdi>
              </h2>
              <p className="lead">
                {t('questions.place', {
                  lesson: isolated(versions.lesson.title),
                  number: versions.page.number,
                })}
              </p>
            </div>
            {versions.a && <SaveFileButtons file={file} />}
          </header>
          {file.error && <SaveFileProblem error={file.error} />}
          <ReportFinding versions={versions} />
          {versions.a && versions.b && (
            <div className="page-versions">
              <OneVersion of={versions.a} />
              <OneVersion of={versions.b} />
            </div>
          )}
        </>
      )}
    </ReportPage>
  )
}

/** A choice among the lessons of all courses, for a link that names no lesson. */
function LessonChoice() {
  const t = useTranslations('reports')
  const lessons = (useReportCourses().data ?? []).flatMap(course => course.lessons)
  const options = lessons.map(({ id, title }) => ({ value: id, text: title }))
  return (
    <div className="report-filters">
      <Select
        label={t('lesson')}
        value=""
        options={[{ value: '', text: t('pageVersions.noLesson') }, ...options]}
        onChange={lesson => lesson && updateEntry({ search: searchOf({ lesson }) })}
      />
    </div>
  )
}

/** Choices of the page and of the two versions. */
function Choices({ versions: { course, lesson, page, a, b } }: { versions: PageVersions }) {
  const t = useTranslations('reports')
  const format = useFormatter()
  const options = course.versions.map(({ number, from }) => ({
    value: String(number),
    text: t('pageVersions.versionOf', { version: number, day: format.dateTime(from, { dateStyle: 'medium' }) }),
  }))
  const show = (change: Record<string, string>) => {
    const now = { a: String(a?.version ?? ''), b: String(b?.version ?? '') }
    const next = { lesson: lesson.lessonId, page: page.pageId, ...now, ...change }
    const given = Object.entries(next).filter(([, value]) => value !== '')
    updateEntry({ search: `?${new URLSearchParams(given)}` })
  }
  return (
    <div className="report-filters version-choices">
      <Select
        label={t('courses.page')}
        value={page.pageId}
        options={lesson.pages.map(({ pageId, number, title }) => ({
          value: pageId,
          text: t('courses.numbered', { number, title }),
        }))}
        onChange={pageId => show({ page: pageId })}
      />
      {a && b && (
        <div className="field-pair">
          <Select
            label={t('pageVersions.first')}
            value={String(a.version)}
            options={options}
            onChange={version => show({ a: version })}
          />
          <Select
            label={t('pageVersions.second')}
            value={String(b.version)}
            options={options}
            onChange={version => show({ b: version })}
          />
        </div>
      )}
    </div>
  )
}

function ReportFinding({ versions: { course, lesson, page, finding, a, b } }: { versions: PageVersions }) {
  const t = useTranslations('reports.pageVersions')
  const format = useFormatter()
  const roles = useUser().data?.user.teamRoles ?? []
  if (!a || !b) return <FindingLine title={t('oneVersion')} about={t('oneVersionAbout')} />
  const isAuthor = FOR_AUTHORS.some(role => roles.includes(role))
  const search = new URLSearchParams({ a: String(a.version), b: String(b.version) })
  const act = (
    <>
      <PageLink course={course.id} lesson={lesson.lessonId} number={page.number}>
        {t('openPage')}
      </PageLink>
      {isAuthor && (
        <ActLink to={`/org/courses/${encodeURIComponent(course.id)}/compare?${search}`}>{t('compareWords')}</ActLink>
      )}
    </>
  )
  if (!finding) return <FindingLine title={t('noDifference')} act={act} />
  if (finding.code === 'same-page') return <FindingLine title={t('samePage')} about={t('samePageAbout')} act={act} />
  const [before, after] = [finding.a, finding.b].map(share => format.number(share, { style: 'percent' }))
  return (
    <FindingLine
      title={t(`found.${finding.code}`, { a: a.version, b: b.version })}
      about={t('foundAbout', { before: before ?? '', after: after ?? '', a: a.version, b: b.version })}
      act={act}
    />
  )
}
