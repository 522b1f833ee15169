import { useFormatter, useTranslations } from 'use-intl'
import type { Course, CourseLesson, LessonBytes } from '../../contract/courses.ts'
import { type LessonData, resumePage, type UserLessonData, untouchedLesson } from '../../contract/progress.ts'
import { track } from '../analytics/track.ts'
import { directionOf } from '../i18n/language.ts'
import { useDataSaver } from '../media/data-saver.ts'
import { useSizeInWords } from '../media/size-in-words.ts'
import { Link } from '../router/link.tsx'
import { usePendingLocation } from '../router/use-location.ts'
import { Icon } from '../ui/icon.tsx'
import { lessonIn } from './lesson-to-resume.ts'
import { pageTarget } from './page-target.ts'

type Props = {
  course: Course
  data: UserLessonData
  /** Without a network: the lessons that can be opened. */
  here?: ReadonlySet<string> | undefined
}

/** The lessons of a course in order: a solid line behind, a dotted one ahead. Any lesson can be opened. */
export function LessonPath({ course, data, here }: Props) {
  const lit = lessonIn(course, data)
  const isFresh = course.lessons.every(({ id }) => !data[id])
  const lightOfNext = isFresh ? 'startHere' : 'continueHere'
  return (
    <ol className="path">
      {course.lessons.map((lesson, index) => (
        <Step
          key={lesson.id}
          course={course}
          lesson={lesson}
          number={index + 1}
          data={data[lesson.id] ?? untouchedLesson}
          isAway={here?.has(lesson.id) === false}
          light={lesson === lit ? lightOfNext : undefined}
        />
      ))}
    </ol>
  )
}

type StepProps = {
  course: Course
  lesson: CourseLesson
  number: number
  data: LessonData
  /** There is no network, and the lesson is not on this phone. */
  isAway: boolean
  /** The button on the current step. */
  light: 'startHere' | 'continueHere' | undefined
}

function Step({ course, lesson, number, data, isAway, light }: StepProps) {
  const t = useTranslations('course')
  const tOff = useTranslations('off')
  const { status } = data
  const page = resumePage(data)
  const isOpening = usePendingLocation()?.params?.lessonId === lesson.id
  const inside = (
    <>
      <span className="node">
        <Mark status={status} number={number} />
      </span>
      <span className="grow">
        <b lang={course.language} dir={directionOf(course.language)}>
          {lesson.title}
        </b>
        <small>
          {statusText()}
          {lesson.bytes && <Size bytes={lesson.bytes} />}
        </small>
      </span>
    </>
  )
  const isLit = light && !isAway
  return (
    <li className={['step', status !== 'not-started' && `is-${status}`, isLit && 'is-next'].filter(Boolean).join(' ')}>
      {isAway ? (
        <div className="is-away">{inside}</div>
      ) : (
        <Link
          {...pageTarget(course.id, lesson.id, page)}
          onClick={() => {
            if (status === 'not-started') track('lesson_start', { lesson_id: lesson.id })
          }}
        >
          {inside}
          {light && <span className="btn small">{t(light)}</span>}
        </Link>
      )}
    </li>
  )

  function statusText(): string {
    if (isAway) return tOff('notHere')
    if (isOpening) return t('opening')
    if (status === 'complete') return t('lessonComplete')
    if (status === 'started') return t('stoppedAt', { page, total: data.totalPages })
    return t('pages', { count: lesson.pageCount })
  }
}

/** The size of a lesson, shown before it is opened. */
function Size({ bytes }: { bytes: LessonBytes }) {
  const inWords = useSizeInWords()
  const [isSaving] = useDataSaver()
  return (
    <span>
      <Icon name="download" />
      {inWords(isSaving ? bytes.saving : bytes.usual)}
    </span>
  )
}

function Mark({ status, number }: { status: LessonData['status']; number: number }) {
  const format = useFormatter()
  if (status === 'complete') return <Icon name="check" />
  if (status === 'started') return <Icon name="bookmark" />
  return format.number(number)
}
