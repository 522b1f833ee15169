import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { CourseState, OrgCourse } from '../../../contract/organisation/courses.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { useQuery } from '../../queries/use-query.ts'
import { Icon } from '../../ui/icon.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { OrgIcon } from '../frame/org-icon.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { orgCoursesQuery } from './courses-query.ts'
import { NewCourseSheet } from './new-course-sheet.tsx'
import { editorPath } from './places-in-course.ts'
import './courses.css'

const states = ['published', 'beta', 'draft', 'withdrawn'] as const
type Filter = 'all' | CourseState

/** All courses of the place, in any state. */
export function OrgCoursesScreen() {
  const t = useTranslations('orgCourses')
  const list = useQuery(orgCoursesQuery)
  const [filter, setFilter] = useState<Filter>('all')
  const [isAdding, setIsAdding] = useState(false)
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
        <div className="row header-acts">
          <OrgLink className="btn second small" to="/org/import">
            <OrgIcon name="upload" />
            {t('import')}
          </OrgLink>
          <button className="btn small" type="button" onClick={() => setIsAdding(true)}>
            <OrgIcon name="plus" />
            {t('new')}
          </button>
        </div>
      </header>
      {courses.length > 0 && <Filters courses={courses} current={filter} onChange={setFilter} />}
      {courses.length === 0 && (
        <section className="card stack">
          <h2>{t('empty')}</h2>
          <p>{t('emptyLead')}</p>
          <div className="row">
            <button className="btn" type="button" onClick={() => setIsAdding(true)}>
              <OrgIcon name="plus" />
              {t('new')}
            </button>
            <OrgLink className="btn second" to="/org/import">
              <OrgIcon name="upload" />
              {t('import')}
            </OrgLink>
          </div>
        </section>
      )}
      {shown.length > 0 && <CourseTable courses={shown} betaPeople={betaPeople} />}
      {courses.length > 0 && shown.length === 0 && <p className="card">{t('noneHere')}</p>}
      {isAdding && <NewCourseSheet courses={courses} onClose={() => setIsAdding(false)} />}
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

function CourseTable({ courses, betaPeople }: { courses: readonly OrgCourse[]; betaPeople: number }) {
  const t = useTranslations('orgCourses')
  return (
    <table className="table lean">
      <caption className="visually-hidden">{t('title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('course')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('inItNow')}</th>
          <th scope="col">{t('completed')}</th>
          <th scope="col">{t('version')}</th>
          <th scope="col">{t('draft')}</th>
        </tr>
      </thead>
      <tbody>
        {courses.map(course => (
          <CourseRow key={course.id} course={course} betaPeople={betaPeople} />
        ))}
      </tbody>
    </table>
  )
}

function CourseRow({ course, betaPeople }: { course: OrgCourse; betaPeople: number }) {
  const t = useTranslations('orgCourses')
  const format = useFormatter()
  const sizeInWords = useSizeInWords()
  const { id, title, language, note, state, lessonCount, pageCount, bytes, version, versionMadeAt, draft } = course
  const size = bytes === null ? [] : [sizeInWords(bytes)]
  return (
    <tr>
      <th scope="row">
        <span className="who">
          <span className="course-dot" aria-hidden="true">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="12" cy="12" r="12" fill={note || 'currentColor'} />
            </svg>
          </span>
          <span>
            <b lang={language}>
              <bdi>{course.hasFiles ? <OrgLink to={editorPath(id)}>{title}</OrgLink> : title}</bdi>
            </b>
            <small>
              {[t('lessons', { count: lessonCount }), t('pages', { count: pageCount }), ...size].join(t('sep'))}
            </small>
          </span>
        </span>
      </th>
      <td>
        <span className={`state ${state}`}>{t(`states.${state}`)}</span>
      </td>
      <td className="num say-l first" data-l={t('inItNow')}>
        {course.inItNow === 0 ? t('nobody') : format.number(course.inItNow)}
      </td>
      <td className="num say-l" data-l={t('completed')}>
        {course.completed === 0 ? t('nobody') : format.number(course.completed)}
      </td>
      <td data-l={t('version')}>
        {version === null
          ? t('notPublished')
          : t('versionOf', { version, date: format.dateTime(versionMadeAt ?? 0, { day: 'numeric', month: 'long' }) })}
      </td>
      <td>
        {draft && draft.mistakes > 0 && (
          <span className="mistakes">
            <Icon name="warning" />
            {t('mistakes', { count: draft.mistakes })}
          </span>
        )}
        {draft && draft.mistakes === 0 && version !== null && t('changed', { count: draft.changedPages })}
        {state === 'beta' && t('betaPeople', { count: betaPeople })}
        {!course.hasFiles && t('noFiles')}
      </td>
    </tr>
  )
}
