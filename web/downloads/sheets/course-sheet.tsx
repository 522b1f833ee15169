import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import type { DownloadStatus } from '../download-status.ts'
import { ChooseSheet } from './choose-sheet.tsx'
import { KeepingSheet } from './keeping-sheet.tsx'
import { NoSpaceSheet } from './no-space-sheet.tsx'

type Props = {
  course: Course
  /** The title of the choice, if only a single lesson is offered. */
  lesson: string | undefined
  status: DownloadStatus
  hasStorage: boolean
  onClose(): void
}

/** Keeps a course on this phone: first the choice, then how far it is, or that there is no room. */
export function CourseSheet({ course, lesson, status, hasStorage, onClose }: Props) {
  const t = useTranslations()
  const { state, rows } = status
  // While the sheet stays open, it says how the download ended.
  const [wasComing, setWasComing] = useState(false)
  // A chosen lesson may be ready at once: if it was just removed, it needs no download.
  const [wanted, setWanted] = useState<readonly string[]>([])
  const isAdded = wanted.length > 0 && wanted.every(id => rows.some(({ lessonId }) => lessonId === id))
  if ((state === 'coming' || isAdded) && !wasComing) setWasComing(true)
  // The button that led to this step is gone, so the heading gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change the step.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('dialog h2')?.focus()
  }, [state, wasComing])
  if (!hasStorage || typeof caches === 'undefined') {
    return (
      <Sheet title={t('keep.nowhere')} onClose={onClose}>
        <p>{t('keep.nowhereHint')}</p>
      </Sheet>
    )
  }
  if (state === 'full') {
    return (
      <Sheet title={t('room.title')} onClose={onClose}>
        <NoSpaceSheet course={course} status={status} onClose={onClose} />
      </Sheet>
    )
  }
  if (state === 'none' || (state === 'ready' && !wasComing)) {
    return (
      <Sheet title={lesson ?? t('keep.title')} onClose={onClose}>
        <ChooseSheet course={course} isLesson={lesson !== undefined} status={status} onKeep={setWanted} />
      </Sheet>
    )
  }
  return (
    <Sheet title={t(state === 'ready' ? 'keeping.done' : 'keeping.title')} onClose={onClose}>
      <KeepingSheet course={course} status={status} onClose={onClose} />
    </Sheet>
  )
}
