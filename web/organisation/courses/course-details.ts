import { useFormatter, useTranslations } from 'use-intl'
import type { OrgCourse } from '../../../contract/organisation/courses.ts'

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const
const DAY_AND_TIME = { ...DAY, hour: 'numeric', minute: 'numeric' } as const

/** What tells a course from another one of the same title: its state, its lessons, and when it was written. */
export function useCourseDetails(): (course: OrgCourse) => string {
  const t = useTranslations('orgCourses')
  const format = useFormatter()
  return ({ state, lessonCount, version, versionMadeAt, draft }) => {
    const dates = [
      ...(version === null ? [] : [t('versionOf', { version, date: format.dateTime(versionMadeAt ?? 0, DAY) })]),
      // Two copies that were made on one day have the same date.
      ...(draft ? [t('changedAt', { date: format.dateTime(draft.changedAt, DAY_AND_TIME) })] : []),
    ]
    return [t(`states.${state}`), t('lessons', { count: lessonCount }), ...dates].join(t('sep'))
  }
}
