import { useTranslations } from 'use-intl'
import { Link } from '../../router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useCourses } from '../courses.ts'
import { HereList } from './here-list.tsx'
import { useHere } from './use-here.ts'

/** Shown below "no network": the lessons that open without it. */
export function HereLinks() {
  const t = useTranslations()
  const here = useHere()
  const { data: courses = [] } = useCourses()
  if (!here) return null
  const open = courses.filter(({ lessons }) => lessons.some(({ id }) => here.lessonIds.has(id)))
  return (
    <div className="below-offline">
      <HereList courses={open} here={here} />
      <Link className="btn quiet" to="/phone">
        <Icon name="phone" />
        {t('page.phone')}
      </Link>
    </div>
  )
}
