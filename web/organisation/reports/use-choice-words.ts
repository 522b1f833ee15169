import { useFormatter, useTranslations } from 'use-intl'
import { languages } from '../../../contract/languages.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useQuery } from '../../queries/use-query.ts'
import { invitationsQuery } from '../invite/invite-queries.ts'
import { useMentorLabels } from '../mentor-labels.ts'
import { mentorsQuery } from '../mentors-query.ts'
import type { ReportFilters } from './filters-in-url.ts'
import { useReportCourses } from './use-report-courses.ts'
import { useDay } from './use-words.ts'

/** The chosen filters in words. Names that are not loaded yet are left out, because nothing is loaded for this text. */
export function useChoiceWords(): (filters: ReportFilters, options: { hasDays: boolean }) => string {
  const t = useTranslations('reports')
  const format = useFormatter()
  const day = useDay()
  const courses = useReportCourses().data ?? []
  const mentors = useMentorLabels(useQuery({ ...mentorsQuery, enabled: false }).data)
  const links = useQuery({ ...invitationsQuery, enabled: false }).data ?? []
  const lessons = courses.flatMap(course => course.lessons)

  return ({ days, from, to, course, lesson, mentor, link, language, version }, { hasDays }) => {
    const span = from ? t('fromTo', { from: day(from), to: day(to) }) : t(`spans.${days}`)
    const mentorName = mentor === 'none' ? t('noMentor') : mentors.get(Number(mentor))
    const linkName = link === 'none' ? t('noLink') : links.find(({ id }) => id === link)?.name
    const parts = [
      hasDays ? span : undefined,
      courses.find(({ id }) => id === course)?.title ?? t('allCourses'),
      lessons.find(({ id }) => id === lesson)?.title,
      mentorName,
      linkName,
      language && languages[language].name,
      version && t('version', { version: Number(version) }),
    ]
    return format.list(
      parts.filter(part => part !== undefined && part !== '').map(part => isolated(String(part))),
      { type: 'unit' },
    )
  }
}
