import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { languageCodes, languages } from '../../../contract/languages.ts'
import { reportSpans } from '../../../contract/organisation/reports.ts'
import { FOR_PEOPLE } from '../../../contract/team-roles.ts'
import { useCourses } from '../../courses/courses.ts'
import { useQuery } from '../../queries/use-query.ts'
import { useUser } from '../../user/user.ts'
import { invitationsQuery } from '../invite/invite-queries.ts'
import { useMentorLabels } from '../mentor-labels.ts'
import { mentorsQuery } from '../mentors-query.ts'
import { useIsLimited } from '../use-limit.ts'
import type { ChangeFilters, FilterName, Filters, Span } from './address.ts'

type Props = {
  filters: Filters
  onChange: ChangeFilters
  /** In this order: the first two are in sight, the others below a word. */
  names: readonly FilterName[]
  /** The report is about one course. */
  needsCourse?: boolean
  /** Versions of the course. */
  versions?: readonly number[]
  /** The days that are shown now, for a choice of other ones. */
  range?: { from: string; to: string } | undefined
}

/**
 * The filters of a report: two choices in a line, the others below. Authors see no names, so they choose neither a mentor
 * nor a link.
 */
export function FilterBar(props: Props) {
  const t = useTranslations('reports')
  const { filters } = props
  const roles = useUser().data?.user.teamRoles ?? []
  const hasNames = FOR_PEOPLE.some(role => roles.includes(role))
  const links = useQuery({ ...invitationsQuery, enabled: hasNames && props.names.includes('link') })
  // Without any link there is nothing to choose. A limited coordinator has those of their mentors.
  const hasLinks = links.data?.length !== 0 || filters.link !== ''
  const names = props.names.filter(
    name => (name !== 'mentor' && name !== 'link') || (hasNames && (name !== 'link' || hasLinks)),
  )
  const [first, rest] = [names.slice(0, 2), names.slice(2)]
  const chosen = rest.filter(name => filters[name] !== '').length
  const [isOpen] = useState(chosen > 0)
  return (
    <div className="report-filters">
      <div className="pair">
        {first.map(name => (
          <Choice key={name} {...props} name={name} />
        ))}
      </div>
      {filters.from && names.includes('days') && <OwnDays {...props} />}
      {rest.length > 0 && (
        <details open={isOpen}>
          <summary>{chosen > 0 ? t('moreChosen', { count: chosen }) : t('more')}</summary>
          <div className="pair">
            {rest.map(name => (
              <Choice key={name} {...props} name={name} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

type ChoiceProps = Props & { name: FilterName }
type Option = { value: string; text: string }

function Choice(props: ChoiceProps) {
  switch (props.name) {
    case 'days':
      return <DaysChoice {...props} />
    case 'mentor':
      return <MentorChoice {...props} />
    case 'link':
      return <LinkChoice {...props} />
    case 'version':
      return <VersionChoice {...props} />
    case 'language':
      return <LanguageChoice {...props} />
    case 'lesson':
      return <LessonChoice {...props} />
    default:
      return <CourseChoice {...props} />
  }
}

const OWN = 'own'

function DaysChoice({ filters, range, onChange }: ChoiceProps) {
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

/** From one day to another. */
function OwnDays({ filters: { from, to }, onChange }: Props) {
  const t = useTranslations('reports')
  return (
    <div className="pair">
      <label>
        <small>{t('from')}</small>
        <input
          className="input"
          type="date"
          max={to}
          value={from}
          onChange={({ target }) => target.value && target.value <= to && onChange({ from: target.value, to })}
        />
      </label>
      <label>
        <small>{t('to')}</small>
        <input
          className="input"
          type="date"
          min={from}
          value={to}
          onChange={({ target }) => target.value && from <= target.value && onChange({ from, to: target.value })}
        />
      </label>
    </div>
  )
}

function CourseChoice({ filters, needsCourse, onChange }: ChoiceProps) {
  const t = useTranslations('reports')
  const courses = useCourses().data ?? []
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

function LessonChoice({ filters: { course, lesson }, needsCourse, onChange }: ChoiceProps) {
  const t = useTranslations('reports')
  const courses = useCourses().data ?? []
  const lessons = courses.filter(({ id }) => course === '' || id === course).flatMap(({ lessons }) => lessons)
  const all = { value: '', text: t(needsCourse ? 'lessonWithMostLost' : 'allLessons') }
  const options = [all, ...lessons.map(({ id, title }) => ({ value: id, text: title }))]
  return <Select label={t('lesson')} value={lesson} options={options} onChange={lesson => onChange({ lesson })} />
}

function LanguageChoice({ filters, onChange }: ChoiceProps) {
  const t = useTranslations('reports')
  const options = languageCodes.map(code => ({ value: code, text: languages[code].name }))
  return (
    <Select
      label={t('language')}
      value={filters.language}
      options={[{ value: '', text: t('allLanguages') }, ...options]}
      onChange={language => onChange({ language: language as Filters['language'] })}
    />
  )
}

function MentorChoice({ filters, onChange }: ChoiceProps) {
  const t = useTranslations('reports')
  const mentors = useQuery(mentorsQuery).data ?? []
  const labels = useMentorLabels(mentors)
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

function LinkChoice({ filters, onChange }: ChoiceProps) {
  const t = useTranslations('reports')
  const links = useQuery(invitationsQuery).data ?? []
  const options = [
    { value: '', text: t('allLinks') },
    ...links.map(({ id, name }) => ({ value: id, text: name })),
    { value: 'none', text: t('noLink') },
  ]
  return <Select label={t('link')} value={filters.link} options={options} onChange={link => onChange({ link })} />
}

function VersionChoice({ filters, versions = [], onChange }: ChoiceProps) {
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
