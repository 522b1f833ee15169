import { useTranslations } from 'use-intl'
import { type CourseFunnel, getCourseFunnel } from '../../../contract/organisation/reports.ts'
import { FOR_PEOPLE } from '../../../contract/team-roles.ts'
import { useCourses } from '../../courses/courses.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useUser } from '../../user/user.ts'
import { ActLink } from '../frame/org-link.tsx'
import { type FileToSave, useFile } from '../frame/save-file/use-file.ts'
import { Amount, Chart } from './chart.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { queryOf, type ReportFilters, searchOf, useFilters } from './filters-in-url.ts'
import { EmptyReport, FindingLine, PageLink } from './finding.tsx'
import { ReportPage } from './report-page.tsx'
import { useReport } from './use-report.ts'
import { useReportCourses } from './use-report-courses.ts'

const names = ['days', 'course', 'lesson', 'mentor', 'link', 'version'] as const

/** How far people came in a course, page by page. Without a course in the URL, the first course is shown. */
export function CourseReportScreen() {
  const t = useTranslations('reports')
  const [chosen, change] = useFilters()
  const courses = useReportCourses()
  const course = chosen.course || (courses.data?.[0]?.id ?? '')
  const filters = { ...chosen, course }
  const query = queryOf(filters, names)
  const report = useReport(getCourseFunnel, query, { enabled: course !== '' })
  const file = useFile(getCourseFunnel, query)
  if (course === '')
    return (
      <ReportPage tab="courses" filters={chosen} choices={null} report={courses}>
        {() => <FindingLine title={t('noCourses')} />}
      </ReportPage>
    )
  return (
    <ReportPage
      tab="courses"
      filters={chosen}
      report={report}
      choices={
        <FilterBar
          needsCourse
          filters={filters}
          onChange={change}
          names={names}
          versions={report.data?.course.versions ?? []}
          range={report.data?.range}
        />
      }
    >
      {funnel =>
        funnel.lessons.every(({ began }) => began === 0) ? (
          <EmptyReport range={funnel.range} onChange={change} />
        ) : (
          <>
            <ReportFinding funnel={funnel} filters={filters} />
            <div className="two">
              <Pages funnel={funnel} file={file} />
              <Lessons funnel={funnel} />
            </div>
          </>
        )
      }
    </ReportPage>
  )
}

function ReportFinding({ funnel: { finding, lesson }, filters }: { funnel: CourseFunnel; filters: ReportFilters }) {
  const t = useTranslations('reports.courses')
  const roles = useUser().data?.user.teamRoles ?? []
  const isOpen = useCourses().data?.some(({ id }) => id === filters.course) ?? false
  const page = finding && lesson?.pages.find(({ pageId }) => pageId === finding.pageId)
  if (!finding || !lesson || !page) return <FindingLine title={t('usual')} />
  const { course, mentor, link } = filters
  const search = searchOf({ course, lesson: lesson.lessonId, mentor, link })
  return (
    <FindingLine
      isUrgent
      title={t('pageStops', { title: isolated(finding.title) })}
      about={t('pageStopsAbout', { stopped: finding.stopped, reached: finding.reached })}
      act={
        <>
          {isOpen && (
            <PageLink course={course} lesson={lesson.lessonId} number={page.number}>
              {t('openPage')}
            </PageLink>
          )}
          {FOR_PEOPLE.some(role => roles.includes(role)) && (
            <ActLink to={`/org/reports/silent${search}`}>{t('who')}</ActLink>
          )}
        </>
      }
    />
  )
}

function Pages({ funnel: { lesson, course }, file }: { funnel: CourseFunnel; file: FileToSave }) {
  const t = useTranslations('reports.courses')
  const versions = useTranslations('reports.pageVersions')
  if (!lesson || lesson.pages.length === 0)
    return <Chart title={t('pages')} heads={[]} rows={[]} note={t('nobodyBegan')} file={file} />
  return (
    <Chart
      isOrdered
      title={t('pagesOf', { number: lesson.number, title: isolated(lesson.title) })}
      heads={[t('page'), t('reached'), t('wentOn'), t('stopped'), t('stillThere')]}
      legend={[
        { kind: undefined, text: t('wentOn') },
        { kind: 'lost', text: t('stopped') },
        { kind: 'still', text: t('stillThere') },
      ]}
      most={Math.max(lesson.began, ...lesson.pages.map(({ reached }) => reached))}
      rows={lesson.pages.map(({ pageId, number, title, reached, wentOn, stopped, stillThere, isMostCostly }) => ({
        key: pageId,
        label: t('numbered', { number, title: isolated(title) }),
        value: (
          <>
            <Amount of={reached} /> {stopped > 0 && <small>{t('stoppedShort', { count: stopped })}</small>}
          </>
        ),
        parts: [{ value: wentOn }, { value: stopped, kind: 'lost' }, { value: stillThere, kind: 'still' }],
        isHot: isMostCostly,
        cells: [reached, wentOn, stopped, stillThere],
      }))}
      file={file}
      extra={
        course.versions.length > 1 && (
          <p>
            <ActLink
              to={`/org/reports/versions${searchOf({ lesson: lesson.lessonId, page: shownFirst(lesson.pages) })}`}
            >
              {versions('compare')}
            </ActLink>
          </p>
        )
      }
      note={t('note', { began: lesson.began, finished: lesson.finished })}
    />
  )
}

/** The page that loses the most learners, otherwise the first page. */
function shownFirst(pages: NonNullable<CourseFunnel['lesson']>['pages']): string {
  return (pages.find(({ isMostCostly }) => isMostCostly) ?? pages[0])?.pageId ?? ''
}

function Lessons({ funnel: { lessons } }: { funnel: CourseFunnel }) {
  const t = useTranslations('reports.courses')
  return (
    <Chart
      isOrdered
      title={t('lessons')}
      heads={[t('lesson'), t('began'), t('finished')]}
      legend={[
        { kind: undefined, text: t('finished') },
        { kind: 'lost', text: t('notFinished') },
      ]}
      rows={lessons.map(({ lessonId, number, title, began, finished }) => ({
        key: lessonId,
        label: t('numbered', { number, title: isolated(title) }),
        value: began === 0 ? t('nobody') : t('finishedOf', { finished, began }),
        parts: [{ value: finished }, { value: Math.max(0, began - finished), kind: 'lost' }],
        cells: [began, finished],
      }))}
      note={t('lessonsNote')}
    />
  )
}
