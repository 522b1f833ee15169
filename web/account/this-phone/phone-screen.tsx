import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import { useCourses } from '../../courses/courses.ts'
import { downloadStatusOf } from '../../downloads/download-status.ts'
import type { Download } from '../../downloads/rows/rows.ts'
import { useFreeSpace } from '../../downloads/sheets/choose-sheet.tsx'
import { NoSpaceSheet } from '../../downloads/sheets/no-space-sheet.tsx'
import { useDownloadProgress, useDownloads } from '../../downloads/use-downloads.ts'
import { isolated } from '../../i18n/isolated.ts'
import { ShareButton } from '../../lesson-files/lazy-share.tsx'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Link } from '../../router/link.tsx'
import { focusHeading } from '../../ui/focus-heading.ts'
import { Icon } from '../../ui/icon.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { KeptCourse } from './kept-course.tsx'
import { OpenedBefore } from './opened-before.tsx'
import './this-phone.css'
import './phone-screen.css'
import { useRemoval } from './use-removal.ts'

/**
 * Lists the lessons kept on this phone with their sizes, and can remove them. Also lists what else opens without a
 * network.
 */
export function PhoneScreen() {
  const t = useTranslations()
  const inWords = useSizeInWords()
  const rows = useDownloads()
  const { data: courses = [] } = useCourses()
  const progress = useDownloadProgress()
  const free = useFreeSpace()
  const isSafe = useIsSafe()
  const { removed, remove, undo } = useRemoval()
  if (rows === undefined) return <LoadingScreen />
  const kept = [...grouped(rows ?? [])].map(([courseId, own]) => ({
    courseId,
    course: courses.find(({ id }) => id === courseId),
    status: downloadStatusOf(own, progress),
  }))
  const ready = kept.flatMap(({ status }) => status.ready).map(({ lessonId, title }) => ({ id: lessonId, title }))
  const [first] = ready
  const bytesHere = kept.reduce((sum, { status }) => sum + status.bytesHere, 0)
  return (
    <main className="page narrow stack loose">
      {kept.length === 0 ? (
        <section className="stack tight">
          <h1 tabIndex={-1}>{t('phone.none')}</h1>
          <p>{t('phone.noneHint')}</p>
          <Link className="btn" to="/courses">
            {t('page.courses')}
          </Link>
        </section>
      ) : (
        <section className="card stack">
          <h1 className="total" tabIndex={-1}>
            {t('phone.room', { size: inWords(bytesHere) })}
          </h1>
          {free !== undefined && <RoomBar used={bytesHere} free={free} />}
        </section>
      )}
      {kept.map(
        ({ courseId, course, status }) =>
          course &&
          status.state === 'full' && (
            <section key={courseId} className="stack tight">
              <h2 className="sub">{t('room.title')}</h2>
              <NoSpaceSheet course={course} status={status} />
            </section>
          ),
      )}
      {kept.length > 0 && (
        <>
          <ul className="card rows kept-courses">
            {kept.map(({ courseId, course, status }) => (
              <KeptCourse
                key={courseId}
                course={course}
                rows={status.rows}
                line={line(course, status)}
                onRemove={one => {
                  focusHeading()
                  void remove(one)
                }}
              />
            ))}
          </ul>
          <p className="meta">{t('phone.safe')}</p>
          {!isSafe && <p className="meta">{t('phone.weak')}</p>}
        </>
      )}
      <OpenedBefore courses={courses} kept={rows ?? []} />
      <div className="stack tight">
        {first && <ShareButton lessons={ready} first={first.id} />}
        <Link className="btn quiet" to="/lesson-file">
          <Icon name="book" />
          {t('phone.openFile')}
        </Link>
      </div>
      <div role="status">
        {removed && (
          <div className="snack removed">
            <Icon name="check" />
            <span>{t('phone.removed', { title: isolated(removed.title) })}</span>
            {!removed.isGone && (
              <button
                className="btn quiet small"
                type="button"
                onClick={() => {
                  focusHeading()
                  void undo(removed)
                }}
              >
                {t('phone.undo')}
              </button>
            )}
          </div>
        )}
      </div>
    </main>
  )

  function line(
    course: Course | undefined,
    { rows, ready, state, bytes, bytesHere }: ReturnType<typeof downloadStatusOf>,
  ) {
    if (state === 'coming') return t('keeping.of', { done: inWords(bytesHere), total: inWords(bytes) })
    if (state === 'paused') return t('keeping.paused')
    const size = inWords(bytesHere)
    const total = course?.lessons.length ?? rows.length
    if (ready.length < total) return t('phone.part', { size, lessons: t('off.part', { here: ready.length, total }) })
    return t(`phone.${rows[0]?.films ?? 'small'}`, { size })
  }
}

/** The bar shows nothing of other apps: a browser tells only what our app uses and what it may still use. */
function RoomBar({ used, free }: { used: number; free: number }) {
  const t = useTranslations('phone')
  const inWords = useSizeInWords()
  const share = Math.max(0.02, used / Math.max(1, used + free))
  return (
    <>
      <div className="room" role="img" aria-label={t('bar', { size: inWords(used), free: inWords(free) })}>
        <i style={{ inlineSize: `${100 * share}%` }} />
      </div>
      <div className="key">
        <span className="ours">
          <i />
          {t('ours')}
        </span>
        <span>
          <i />
          {t('free', { free: inWords(free) })}
        </span>
      </div>
    </>
  )
}

function useIsSafe(): boolean {
  const [isSafe, setIsSafe] = useState(true)
  useEffect(() => void navigator.storage?.persisted?.().then(setIsSafe, () => {}), [])
  return isSafe
}

function grouped(rows: readonly Download[]): Map<string, Download[]> {
  const byCourse = new Map<string, Download[]>()
  for (const row of rows) byCourse.set(row.courseId, [...(byCourse.get(row.courseId) ?? []), row])
  return byCourse
}
