import type { ReactNode, RefObject } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { OrgCourse } from '../../../contract/organisation/courses.ts'
import { courseColour } from '../../courses/course-colour.ts'
import { CourseEmblem } from '../../courses/emblem/course-emblem.tsx'
import { EditIcon } from '../../editor/edit-icon.tsx'
import { MoveButtons } from '../../editor/fields/ordered-list.tsx'
import { useReorder } from '../../editor/fields/use-reorder.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { Problem } from '../frame/problem.tsx'
import { editorPath } from './places-in-course.ts'
import { UndoBar } from './undo-bar.tsx'
import { useCourseOrder } from './use-course-order.ts'

type Props = {
  courses: readonly OrgCourse[]
  betaPeople: number
  /** Whether all courses are listed. Only then can they be sorted. */
  isWhole: boolean
}

/** The courses in the order that learners see, with handles to change it. Courses that nobody sees yet come last. */
export function CourseTable({ courses, betaPeople, isWhole }: Props) {
  const t = useTranslations('orgCourses')
  const known = new Map(courses.map(course => [course.id, course]))
  const seen = courses.filter(({ state }) => state !== 'draft').map(({ id }) => id)
  const others = courses.filter(({ state }) => state === 'draft').map(({ id }) => id)
  const { act, ids, moves, order, undo } = useCourseOrder(seen)
  const reorder = useReorder({
    keys: ids,
    nameOf: id => known.get(id)?.title ?? '',
    onMove: (_, changed) => void order(changed),
  })
  const hasOrder = isWhole && ids.length > 1
  return (
    <>
      {hasOrder && <p className="meta">{t('orderAbout')}</p>}
      <Problem of={act} />
      <table className="table lean in-order">
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
        <tbody ref={reorder.list as RefObject<HTMLTableSectionElement>}>
          {[...reorder.order, ...others].map(id => {
            const course = known.get(id)
            if (!course) return null
            if (!hasOrder || course.state === 'draft') return <CourseRow key={id} {...{ course, betaPeople }} />
            const isLifted = reorder.liftedKey === id
            return (
              <CourseRow
                key={id}
                {...{ course, betaPeople, isLifted }}
                handle={
                  <button {...reorder.handle(id)}>
                    <EditIcon name="handle" />
                  </button>
                }
              >
                {isLifted && (
                  <MoveButtons onUp={() => reorder.moveBy(-1)} onDown={() => reorder.moveBy(1)} onDone={reorder.drop} />
                )}
              </CourseRow>
            )
          })}
        </tbody>
      </table>
      <p className="visually-hidden" role="status">
        {reorder.said}
      </p>
      <UndoBar text={t('orderChanged')} count={moves} onUndo={() => void undo()} />
    </>
  )
}

type RowProps = {
  course: OrgCourse
  betaPeople: number
  isLifted?: boolean
  /** Only for a course that can be moved. */
  handle?: ReactNode
  children?: ReactNode
}

function CourseRow({ course, betaPeople, isLifted, handle, children }: RowProps) {
  const t = useTranslations('orgCourses')
  const format = useFormatter()
  const sizeInWords = useSizeInWords()
  const { id, title, language, note, state, lessonCount, pageCount, bytes, version, versionMadeAt, draft } = course
  const size = bytes === null ? [] : [sizeInWords(bytes)]
  return (
    <tr data-entry={handle ? id : undefined} className={isLifted ? 'is-lifted' : undefined}>
      <th scope="row">
        <span className="who">
          {handle}
          <span className="course-icon tone" style={courseColour({ note })} aria-hidden="true">
            <CourseEmblem course={course} />
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
        {children}
      </th>
      <td>
        <span className={`state ${state}`}>{t(`states.${state}`)}</span>
      </td>
      <td className="num first" data-l={t('inItNow')}>
        <span className="in-table">{course.inItNow === 0 ? t('nobody') : format.number(course.inItNow)}</span>
        <span className="in-card">{t('peopleNow', { count: course.inItNow })}</span>
      </td>
      <td className="num" data-l={t('completed')}>
        <span className="in-table">{course.completed === 0 ? t('nobody') : format.number(course.completed)}</span>
        <span className="in-card">{t('peopleCompleted', { count: course.completed })}</span>
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
