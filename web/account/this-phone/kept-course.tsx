import { useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import { courseColour } from '../../courses/course-colour.ts'
import { CourseEmblem } from '../../courses/emblem/course-emblem.tsx'
import type { Download } from '../../downloads/rows/rows.ts'
import { isolated } from '../../i18n/isolated.ts'
import { directionOf } from '../../i18n/language.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Link } from '../../router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { RemovedLessons } from './use-removal.ts'

type Props = { course: Course | undefined; rows: Download[]; line: string; onRemove(removed: RemovedLessons): void }

/** A course with its kept lessons, and how to remove them. */
export function KeptCourse({ course, rows, line, onRemove }: Props) {
  const t = useTranslations('phone')
  const inWords = useSizeInWords()
  // A course that was withdrawn has no title any more.
  const title = course?.title ?? rows.map(({ title }) => title).join(', ')
  const inCourse = course && { lang: course.language, dir: directionOf(course.language) }
  const remove = (name: string, some: Download[]) =>
    onRemove({ title: name, lessonIds: some.map(({ lessonId }) => lessonId) })
  return (
    <li className="tone" style={course && courseColour(course)}>
      <div className="tall-row">
        {course && <CourseEmblem course={course} />}
        <span className="grow">
          <b {...inCourse}>
            {course ? (
              <Link to="/courses/$courseId" params={{ courseId: course.id }}>
                {title}
              </Link>
            ) : (
              title
            )}
          </b>
          <small>{line}</small>
        </span>
        <RemoveButton label={t('remove', { title: isolated(title) })} onPress={() => remove(title, rows)} />
      </div>
      {rows.length > 1 && (
        <details className="kept-lessons">
          <summary>{t('lessons')}</summary>
          <ul>
            {rows.map(row => (
              <li key={row.lessonId} className="row">
                <span className="grow">
                  <span {...inCourse}>{row.title}</span>
                  <small>{inWords(row.bytes)}</small>
                </span>
                <RemoveButton
                  label={t('remove', { title: isolated(row.title) })}
                  onPress={() => remove(row.title, [row])}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function RemoveButton({ label, onPress }: { label: string; onPress(): void }) {
  return (
    <button className="icon-btn" type="button" aria-label={label} onClick={onPress}>
      <Icon name="bin" />
    </button>
  )
}
