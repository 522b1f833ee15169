import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { CourseState, OrgCourse } from '../../../contract/organisation/courses.ts'
import { useQuery } from '../../queries/use-query.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { AsOf } from '../frame/as-of.tsx'
import { OrgIcon } from '../frame/org-icon.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { CourseTable } from './course-table.tsx'
import { orgCoursesQuery } from './courses-query.ts'
import { LeftBehind } from './left-behind.tsx'
import { NewCourseSheet } from './new-course-sheet.tsx'
import './courses.css'

const states = ['published', 'beta', 'draft', 'withdrawn'] as const
type Filter = 'all' | CourseState

/** All courses of the organisation, in any state. */
export function OrgCoursesScreen() {
  const t = useTranslations('orgCourses')
  const list = useQuery(orgCoursesQuery)
  const [filter, setFilter] = useState<Filter>('all')
  const [adding, setAdding] = useState<'blank' | 'sample'>()
  if (list.isPending) return <LoadingScreen />
  if (!list.data) return <LoadFailed error={list.error} text={t('error')} onRetry={list.refetch} />
  const { courses, betaPeople } = list.data
  const shown = courses.filter(({ state }) => filter === 'all' || state === filter)
  return (
    <main className="page">
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p className="lead">{t('lead')}</p>
        </div>
        {courses.length > 0 && (
          <div className="row header-acts">
            <OrgLink className="btn second small" to="/org/import">
              <OrgIcon name="upload" />
              {t('import')}
            </OrgLink>
            <button className="btn small" type="button" onClick={() => setAdding('blank')}>
              <OrgIcon name="plus" />
              {t('new')}
            </button>
          </div>
        )}
      </header>
      <AsOf of={list} />
      <LeftBehind known={courses.map(({ id }) => id)} />
      {courses.length > 0 && <Filters courses={courses} current={filter} onChange={setFilter} />}
      {courses.length === 0 && (
        <section className="card stack">
          <h2>{t('empty')}</h2>
          <p>{t('emptyLead')}</p>
          <div className="doors">
            <button className="btn" type="button" onClick={() => setAdding('blank')}>
              <OrgIcon name="plus" />
              {t('new')}
            </button>
            <button className="btn second" type="button" onClick={() => setAdding('sample')}>
              <OrgIcon name="courses" />
              {t('ours')}
            </button>
            <OrgLink className="btn second" to="/org/import">
              <OrgIcon name="upload" />
              {t('import')}
            </OrgLink>
          </div>
        </section>
      )}
      {shown.length > 0 && <CourseTable courses={shown} betaPeople={betaPeople} isWhole={filter === 'all'} />}
      {courses.length > 0 && shown.length === 0 && <p className="card">{t('noneHere')}</p>}
      {adding && (
        <NewCourseSheet courses={courses} beginsWithSample={adding === 'sample'} onClose={() => setAdding(undefined)} />
      )}
    </main>
  )
}

type FilterProps = { courses: readonly OrgCourse[]; current: Filter; onChange(filter: Filter): void }

function Filters({ courses, current, onChange }: FilterProps) {
  const t = useTranslations('orgCourses')
  const format = useFormatter()
  return (
    <fieldset className="seg slide">
      <legend className="visually-hidden">{t('filter')}</legend>
      {(['all', ...states] as const).map(one => {
        const count = one === 'all' ? courses.length : courses.filter(({ state }) => state === one).length
        return (
          <button key={one} type="button" aria-pressed={one === current} onClick={() => onChange(one)}>
            {t(`filters.${one}`)} {count > 0 && <bdi>{format.number(count)}</bdi>}
          </button>
        )
      })}
    </fieldset>
  )
}
