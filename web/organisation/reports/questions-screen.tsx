import { useFormatter, useTranslations } from 'use-intl'
import { getQuestions, MIN_SHOWN, type QuestionList } from '../../../contract/organisation/reports.ts'
import { isolated } from '../../i18n/isolated.ts'
import { ActLink, OrgLink } from '../frame/org-link.tsx'
import { type FileToSave, useFile } from '../frame/save-file/use-file.ts'
import { Chart } from './chart.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { defaultFilters, queryOf, type ReportFilters, searchOf, useFilters } from './filters-in-url.ts'
import { EmptyReport, FindingLine } from './finding.tsx'
import { ReportPage } from './report-page.tsx'
import { useReport } from './use-report.ts'

type Question = QuestionList['questions'][number]

/** The questions that people answered. Each leads to its answers. */
export function QuestionsScreen() {
  const [filters, change] = useFilters()
  const query = queryOf(filters, defaultFilters)
  const report = useReport(getQuestions, query)
  const file = useFile(getQuestions, query)
  return (
    <ReportPage
      tab="questions"
      filters={filters}
      report={report}
      choices={<FilterBar filters={filters} onChange={change} names={defaultFilters} range={report.data?.range} />}
    >
      {({ questions, range }) =>
        questions.length === 0 ? (
          <EmptyReport range={range} onChange={change} />
        ) : (
          <>
            <ReportFinding questions={questions} filters={filters} />
            <List questions={questions} filters={filters} file={file} />
          </>
        )
      }
    </ReportPage>
  )
}

type Props = { questions: readonly Question[]; filters: ReportFilters }

function ReportFinding({ questions, filters }: Props) {
  const t = useTranslations('reports.questions')
  const shown = questions.filter(({ people }) => people >= MIN_SHOWN)
  const [most] = [...shown].sort((one, other) => other.people - one.people)
  if (!most) return <FindingLine title={t('tooFew', { fewest: MIN_SHOWN })} />
  return (
    <FindingLine
      title={t('most', { title: isolated(most.title) })}
      about={t('shown', { count: shown.length })}
      act={<ActLink to={pathOf(most, filters)}>{t('seeAnswers')}</ActLink>}
    />
  )
}

function List({ questions, filters, file }: Props & { file: FileToSave }) {
  const t = useTranslations('reports.questions')
  const format = useFormatter()
  return (
    <Chart
      title={t('questions')}
      heads={[t('question'), t('lesson'), t('people')]}
      rows={questions.map(question => ({
        key: `${question.lessonId} ${question.pageId}`,
        label: (
          <OrgLink to={pathOf(question, filters)}>
            <bdi>{question.title}</bdi>
          </OrgLink>
        ),
        about: t('place', { lesson: isolated(question.lessonTitle), number: question.number }),
        value: format.number(question.people),
        parts: [{ value: question.people, ...(question.people < MIN_SHOWN ? { kind: 'pale' as const } : {}) }],
        cells: [<bdi key="lesson">{question.lessonTitle}</bdi>, question.people],
      }))}
      file={file}
      note={t('note', { fewest: MIN_SHOWN })}
    />
  )
}

function pathOf({ lessonId, pageId }: Question, { days, from, to }: ReportFilters): string {
  return `/org/reports/question${searchOf({ lesson: lessonId, page: pageId, days, from, to })}`
}
