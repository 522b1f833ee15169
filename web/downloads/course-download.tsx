import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { useSizeInWords } from '../media/size-in-words.ts'
import { Link } from '../router/link.tsx'
import { Icon } from '../ui/icon.tsx'
import { downloadStatusOf } from './download-status.ts'
import { CourseSheet } from './sheets/course-sheet.tsx'
import { useDownloadProgress, useDownloads } from './use-downloads.ts'
import './downloads.css'

/** The words of the button of keep-offer.tsx. Undefined if nothing is left to keep: then there is no button. */
export type KeepButton = { words: ReactNode | undefined }

type Props = {
  course: Course
  /** The text of the button, if only a single lesson is offered. */
  lesson: string | undefined
  /** Whether the sheet is open. */
  isOpen: boolean
  onClose(): void
  /** Called with undefined until it is known how much is on this phone. */
  onChange(button: KeepButton | undefined): void
}

/** Says how much of a course or a lesson is on this phone. A press on the button opens its sheet. */
export function CourseDownload({ course, lesson, isOpen, onClose, onChange }: Props) {
  const t = useTranslations()
  const inWords = useSizeInWords()
  const all = useDownloads()
  const progress = useDownloadProgress()
  const ids = course.lessons.map(({ id }) => id)
  const status = downloadStatusOf(
    (all ?? []).filter(({ lessonId }) => ids.includes(lessonId)),
    progress,
  )
  const { rows, ready, state, bytes, bytesHere } = status
  const isWhole = state === 'ready' && rows.length === ids.length
  const report = useEffectEvent(() => onChange(all === undefined ? undefined : button()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button changes with these.
  useEffect(() => report(), [all, progress, course, lesson, t])
  if (all === undefined) return null
  return (
    <>
      {ready.length > 0 && (
        <Link className="kept-line" to="/phone">
          <Icon name="check" />
          <span>
            {t('keep.here', { size: inWords(ready.reduce((sum, row) => sum + row.bytes, 0)) })}
            {!isWhole && <small>{t('off.part', { here: ready.length, total: ids.length })}</small>}
          </span>
        </Link>
      )}
      {isOpen && <CourseSheet {...{ course, lesson, status, onClose }} hasStorage={all !== null} />}
    </>
  )

  function button(): KeepButton {
    if (isWhole) return { words: undefined }
    const words = (
      <span>
        {label()}
        {state === 'coming' && (
          <progress className="progress" max={bytes} value={bytesHere} aria-label={t('keeping.progress')} />
        )}
      </span>
    )
    return { words }
  }

  function label(): string {
    if (state === 'full') return t('room.title')
    if (state === 'coming') return t('keeping.title')
    if (state === 'paused') return t('keeping.paused')
    if (state === 'ready') return t('keep.others')
    return lesson ?? t('course.keep')
  }
}
