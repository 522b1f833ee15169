import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { languageCodes, languages } from '../../../../contract/languages.ts'
import { reportSpans } from '../../../../contract/organisation/reports.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { invitationsQuery } from '../../invite/invite-queries.ts'
import { useMentorChoices } from '../../mentor-labels.ts'
import { mentorsQuery } from '../../mentors-query.ts'
import { useIsLimited } from '../../use-limit.ts'
import type { ChangeFilters, FilterName, ReportFilters, Span } from '../filters-in-url.ts'
import { useReportCourses } from '../use-report-courses.ts'

export type FilterProps = {
  filters: ReportFilters
  onChange: ChangeFilters
  /** Whether the report is about one course. */
  needsCourse?: boolean
  /** Versions of the course. */
  versions?: readonly number[]
  /** The days that are shown now. They are the first values when a person wants to choose other days. */
  range?: { from: string; to: string } | undefined
}

type Option = { value: string; text: string }

/** Filters without a choice here are set in another way, such as by a link. */
const choices: Partial<Record<FilterName, ComponentType<FilterProps>>> = {
  days: DaysChoice,
  mentor: MentorChoice,
  link: LinkChoice,
  version: VersionChoice,
  language: LanguageChoice,
  lesson: LessonChoice,
  course: CourseChoice,
}

export function FilterChoice({ name, ...props }: FilterProps & { name: FilterName }) {
  const Named = choices[name]
  return Named && <Named {...props} />
}

const OWN = 'own'

function DaysChoice({ filters, range, onChange }: FilterProps) {
  const t = useTranslations('reports')
  const options = [
    ...reportSpans.map(span => ({ value: span, text: t(`spans.${span}`) })),
    { value: OWN, text: t('ownDays') },
  ]
  return (
    <Select
      label={t('days')}
      value={filters.from ? OWN : filters.days}
      options={options}
      onChange={value =>
        onChange(
          value === OWN ? { from: range?.from ?? '', to: range?.to ?? '' } : { days: value as Span, from: '', to: '' },
        )
      }
    />
  )
}

function CourseChoice({ filters, needsCourse, onChange }: FilterProps) {
  const t = useTranslations('reports')
  const courses = useReportCourses().data ?? []
  const options = courses.map(({ id, title }) => ({ value: id, text: title }))
  return (
    <Select
      label={t('course')}
      value={filters.course}
      options={needsCourse ? options : [{ value: '', text: t('allCourses') }, ...options]}
      onChange={course => onChange({ course, lesson: '', version: '' })}
    />
  )
}

function LessonChoice({ filters: { course, lesson }, needsCourse, onChange }: FilterProps) {
  const t = useTranslations('reports')
  const courses = useReportCourses().data ?? []
  const lessons = courses.filter(({ id }) => course === '' || id === course).flatMap(({ lessons }) => lessons)
  const all = { value: '', text: t(needsCourse ? 'lessonWithMostLost' : 'allLessons') }
  const options = [all, ...lessons.map(({ id, title }) => ({ value: id, text: title }))]
  return <Select label={t('lesson')} value={lesson} options={options} onChange={lesson => onChange({ lesson })} />
}

function LanguageChoice({ filters, onChange }: FilterProps) {
  const t = useTranslations('reports')
  const options = languageCodes.map(code => ({ value: code, text: languages[code].name }))
  return (
    <Select
      label={t('language')}
      value={filters.language}
      options={[{ value: '', text: t('allLanguages') }, ...options]}
      onChange={language => onChange({ language: language as ReportFilters['language'] })}
    />
  )
}

function MentorChoice({ filters, onChange }: FilterProps) {
  const t = useTranslations('reports')
  const mentors = useQuery(mentorsQuery).data ?? []
  const labels = useMentorChoices(mentors)
  const isLimited = useIsLimited()
  const options = [
    { value: '', text: t('allMentors') },
    ...mentors.map(({ id }) => ({ value: String(id), text: labels.get(id) ?? '' })),
    ...(isLimited ? [] : [{ value: 'none', text: t('noMentor') }]),
  ]
  return (
    <Select label={t('mentor')} value={filters.mentor} options={options} onChange={mentor => onChange({ mentor })} />
  )
}

function LinkChoice({ filters, onChange }: FilterProps) {
  const t = useTranslations('reports')
  const links = useQuery(invitationsQuery).data ?? []
  const options = [
    { value: '', text: t('allLinks') },
    ...links.map(({ id, name }) => ({ value: id, text: name })),
    { value: 'none', text: t('noLink') },
  ]
  return <Select label={t('link')} value={filters.link} options={options} onChange={link => onChange({ link })} />
}

function VersionChoice({ filters, versions = [], onChange }: FilterProps) {
  const t = useTranslations('reports')
  const options = [
    { value: '', text: t('allVersions') },
    ...versions.map(version => ({ value: String(version), text: t('version', { version }) })),
  ]
  return (
    <Select
      label={t('versionLabel')}
      value={filters.version}
      options={options}
      onChange={version => onChange({ version })}
    />
  )
}

type SelectProps = { label: string; value: string; options: readonly Option[]; onChange(value: string): void }

export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label>
      <span className="visually-hidden">{label}</span>
      <select className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  )
}
