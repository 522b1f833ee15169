import { useTranslations } from 'use-intl'
import { Link } from '../../router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useCourses } from '../courses.ts'
import { LessonsOnPhoneList } from './lessons-on-phone-list.tsx'
import { useLessonsOnPhone } from './use-lessons-on-phone.ts'

/** Shown below "no network": the lessons that open without it. */
export function LessonsOnPhoneLinks() {
  const t = useTranslations()
  const here = useLessonsOnPhone()
  const { data: courses = [] } = useCourses()
  if (!here) return null
  const open = courses.filter(({ lessons }) => lessons.some(({ id }) => here.lessonIds.has(id)))
  return (
    <div className="below-offline">
      <LessonsOnPhoneList courses={open} here={here} />
      <Link className="btn quiet" to="/phone">
        <Icon name="phone" />
        {t('page.phone')}
      </Link>
    </div>
  )
}
