import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { useSizeInWords } from '../media/size-in-words.ts'
import { Link } from '../router/link.tsx'
import { Icon } from '../ui/icon.tsx'
import { CourseSheet } from './sheets/course-sheet.tsx'
import { standingOf } from './standing.ts'
import { useDownloadProgress, useDownloads } from './use-downloads.ts'
import './downloads.css'

type Props = {
  course: Course
  /** It is a single lesson: what its button says. */
  lesson: string | undefined
  /** The offer was pressed. */
  isOpen: boolean
}

/** Says how much of a course or a lesson is on this phone. A press opens its sheet. */
export function CourseDownload({ course, lesson, isOpen: isOpenAtFirst }: Props) {
  const t = useTranslations()
  const inWords = useSizeInWords()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const all = useDownloads()
  const progress = useDownloadProgress()
  if (all === undefined) return null
  const ids = course.lessons.map(({ id }) => id)
  const standing = standingOf(
    (all ?? []).filter(({ lessonId }) => ids.includes(lessonId)),
    progress,
  )
  const { rows, ready, state, bytes, bytesHere } = standing
  const isWhole = state === 'ready' && rows.length === ids.length
  return (
    <div className="keep stack tight">
      {ready.length > 0 && (
        <Link className="kept-line" to="/phone">
          <Icon name="check" />
          <span>
            {t('keep.here', { size: inWords(ready.reduce((sum, row) => sum + row.bytes, 0)) })}
            {!isWhole && <small>{t('off.part', { here: ready.length, total: ids.length })}</small>}
          </span>
        </Link>
      )}
      {!isWhole && (
        <button className="btn quiet" type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Icon name="phone" />
          <span>
            {label()}
            {state === 'coming' && (
              <progress className="progress" max={bytes} value={bytesHere} aria-label={t('keeping.progress')} />
            )}
          </span>
        </button>
      )}
      {isOpen && (
        <CourseSheet {...{ course, lesson, standing }} hasStorage={all !== null} onClose={() => setIsOpen(false)} />
      )}
    </div>
  )

  function label(): string {
    if (state === 'full') return t('room.title')
    if (state === 'coming') return t('keeping.title')
    if (state === 'paused') return t('keeping.paused')
    if (state === 'ready') return t('keep.others')
    return lesson ?? t('course.keep')
  }
}
