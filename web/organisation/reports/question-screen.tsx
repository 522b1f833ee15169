import { useTranslations } from 'use-intl'
import { getQuestion, MIN_SHOWN, type QuestionReport } from '../../../contract/organisation/reports.ts'
import { useCourses } from '../../courses/courses.ts'
import { isolated } from '../../i18n/isolated.ts'
import { BackLink } from '../frame/back-link.tsx'
import { ActLink } from '../frame/org-link.tsx'
import { useFile } from '../frame/save-file/use-file.ts'
import { useIsLimited } from '../use-limit.ts'
import { AnswerCharts } from './answer-charts.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { queryOf, type ReportFilters, searchOf, useFilters } from './filters-in-url.ts'
import { EmptyReport, FindingLine, PageLink } from './finding.tsx'
import { ReportPage } from './report-page.tsx'
import { useReport } from './use-report.ts'

/** Only one of these can be chosen at a time. With two, the answers of a few people could be found by subtraction. */
const parts = ['mentor', 'link', 'version'] as const
const NO_PART = { mentor: '', link: '', version: '' }
const names = ['days', ...parts] as const
/** A limited coordinator sees only a part of the people already, and can choose nothing but a mentor. */
const namesOfLimited = ['days', 'mentor'] as const

/** What people answered on one page. The numbers are rounded, and there are none for fewer than ten people. */
export function QuestionScreen() {
  const t = useTranslations('reports')
  const [filters, change] = useFilters()
  const { days, from, to } = filters
  const isLimited = useIsLimited()
  const shown = isLimited ? namesOfLimited : names
  const query = queryOf(filters, [...shown, 'lesson', 'page'])
  const isWhole = filters.lesson !== '' && filters.page !== ''
  const report = useReport(getQuestion, query, { enabled: isWhole })
  const file = useFile(getQuestion, query)
  const versions = report.data?.versions.map(({ version }) => version) ?? []
  return (
    <ReportPage
      tab="questions"
      filters={filters}
      report={report}
      instead={
        isWhole ? undefined : (
          <FindingLine
            title={t('question.which')}
            act={<ActLink to="/org/reports/questions">{t('question.choose')}</ActLink>}
          />
        )
      }
      choices={
        <>
          <BackLink to={`/org/reports/questions${searchOf({ days, from, to })}`}>{t('tabs.questions')}</BackLink>
          {isWhole && (
            <FilterBar
              filters={filters}
              onChange={chosen => change(parts.some(part => part in chosen) ? { ...NO_PART, ...chosen } : chosen)}
              names={shown}
              versions={versions}
              range={report.data?.range}
            />
          )}
        </>
      }
    >
      {question => (
        <>
          <header>
            <div className="grow">
              <h2 className="question-title">
                <bdi>{question.page.title}</bdi>
              </h2>
              <p className="lead">
                {t('questions.place', { lesson: isolated(question.page.lessonTitle), number: question.page.number })}
              </p>
            </div>
            <ActLink
              to={`/org/reports/versions${searchOf({ lesson: question.page.lessonId, page: question.page.pageId })}`}
            >
              {t('pageVersions.compare')}
            </ActLink>
          </header>
          <ReportFinding question={question} filters={filters} onChange={change} />
          {question.answers && <AnswerCharts question={question} answers={question.answers} file={file} />}
        </>
      )}
    </ReportPage>
  )
}

type Props = { question: QuestionReport; filters: ReportFilters; onChange: ReturnType<typeof useFilters>[1] }

function ReportFinding({ question: { finding, answers, given, people, page, range }, filters, onChange }: Props) {
  const t = useTranslations('reports.question')
  const courses = useCourses().data ?? []
  const course = courses.find(({ lessons }) => lessons.some(({ id }) => id === page.lessonId))?.id
  if (!answers && given === 0) return <EmptyReport range={range} onChange={onChange} />
  if (!answers) {
    const isPart = parts.some(part => filters[part] !== '')
    const isFew = given < MIN_SHOWN
    return (
      <FindingLine
        title={isFew ? t('tooFew', { fewest: MIN_SHOWN, given }) : t('notAlone')}
        about={isPart && isFew ? t('tooFewPart') : undefined}
      />
    )
  }
  const act = course && (
    <PageLink course={course} lesson={page.lessonId} number={page.number}>
      {t('openPage')}
    </PageLink>
  )
  if (!finding) return <FindingLine title={t('usual', { people })} act={act} />
  const title = finding.id === null ? t('wrongGone') : t('wrong', { text: isolated(finding.text) })
  return (
    <FindingLine title={title} about={t('wrongAbout', { count: finding.count, people: finding.people })} act={act} />
  )
}
