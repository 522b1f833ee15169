import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import { courseColour } from '../../courses/course-colour.ts'
import { CourseEmblem } from '../../courses/course-emblem.tsx'
import { useCourses } from '../../courses/courses.ts'
import { deleteRemoved, removeDownloads, UNDO_MS, undoRemoval } from '../../downloads/rows/removal.ts'
import type { Download } from '../../downloads/rows/rows.ts'
import { useFreeRoom } from '../../downloads/sheets/choose-sheet.tsx'
import { NoRoom } from '../../downloads/sheets/no-room.tsx'
import { standingOf } from '../../downloads/standing.ts'
import { useDownloadProgress, useDownloads } from '../../downloads/use-downloads.ts'
import { directionOf } from '../../i18n/language.ts'
import { ShareButton } from '../../lesson-files/lazy-share.tsx'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Link } from '../../router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { useUid } from '../../user/user.ts'
import './this-phone.css'
import './phone-screen.css'

/** Lists what this person keeps on this phone, with its size, and removes it. */
export function PhoneScreen() {
  const t = useTranslations()
  const inWords = useSizeInWords()
  const rows = useDownloads()
  const { data: courses = [] } = useCourses()
  const progress = useDownloadProgress()
  const free = useFreeRoom()
  const isSafe = useIsSafe()
  const { removed, remove, undo } = useRemoval()
  if (rows === undefined) return <LoadingScreen />
  const kept = [...grouped(rows ?? [])].map(([courseId, own]) => ({
    courseId,
    course: courses.find(({ id }) => id === courseId),
    standing: standingOf(own, progress),
  }))
  const ready = kept.flatMap(({ standing }) => standing.ready).map(({ lessonId, title }) => ({ id: lessonId, title }))
  const [first] = ready
  const bytesHere = kept.reduce((sum, { standing }) => sum + standing.bytesHere, 0)
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
        ({ courseId, course, standing }) =>
          course &&
          standing.state === 'full' && (
            <section key={courseId} className="stack tight">
              <h2 className="sub">{t('room.title')}</h2>
              <NoRoom course={course} standing={standing} />
            </section>
          ),
      )}
      {kept.length > 0 && (
        <>
          <ul className="card rows kept-courses">
            {kept.map(({ courseId, course, standing }) => (
              <KeptCourse
                key={courseId}
                course={course}
                rows={standing.rows}
                line={line(course, standing)}
                onRemove={remove}
              />
            ))}
          </ul>
          <p className="meta">{t('phone.safe')}</p>
          {!isSafe && <p className="meta">{t('phone.weak')}</p>}
        </>
      )}
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
            <span>{t('phone.removed', { title: `\u2068${removed.title}\u2069` })}</span>
            <button className="btn quiet small" type="button" onClick={undo}>
              {t('phone.undo')}
            </button>
          </div>
        )}
      </div>
    </main>
  )

  function line(course: Course | undefined, { rows, ready, state, bytes, bytesHere }: ReturnType<typeof standingOf>) {
    if (state === 'coming') return t('keeping.of', { done: inWords(bytesHere), total: inWords(bytes) })
    if (state === 'paused') return t('keeping.paused')
    const size = inWords(bytesHere)
    const total = course?.lessons.length ?? rows.length
    if (ready.length < total) return t('phone.part', { size, lessons: t('off.part', { here: ready.length, total }) })
    return t(`phone.${rows[0]?.films ?? 'small'}`, { size })
  }
}

type Removed = { title: string; lessonIds: string[] }

/** Removing is done at once and asks nothing, because it can be undone for a while. */
function useRemoval() {
  const uid = useUid()
  const [removed, setRemoved] = useState<Removed>()
  useEffect(() => {
    if (!removed) return
    const timer = setTimeout(() => {
      setRemoved(undefined)
      void deleteRemoved().catch(() => {})
    }, UNDO_MS)
    return () => clearTimeout(timer)
  }, [removed])
  return {
    removed,
    remove(one: Removed) {
      setRemoved(one)
      void removeDownloads(uid, one.lessonIds)
    },
    undo() {
      if (removed) void undoRemoval(uid, removed.lessonIds)
      setRemoved(undefined)
    },
  }
}

type KeptProps = { course: Course | undefined; rows: Download[]; line: string; onRemove(removed: Removed): void }

function KeptCourse({ course, rows, line, onRemove }: KeptProps) {
  const t = useTranslations('phone')
  const inWords = useSizeInWords()
  // A course that was withdrawn has no title any more.
  const title = course?.title ?? rows.map(({ title }) => title).join(', ')
  const inCourse = course && { lang: course.language, dir: directionOf(course.language) }
  const remove = (name: string, some: Download[]) =>
    onRemove({ title: name, lessonIds: some.map(({ lessonId }) => lessonId) })
  return (
    <li className="tone" style={course && courseColour(course)}>
      <div className="line-row">
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
        <RemoveButton label={t('remove', { title: `\u2068${title}\u2069` })} onPress={() => remove(title, rows)} />
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
                  label={t('remove', { title: `\u2068${row.title}\u2069` })}
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

/** A browser knows only what is ours and what it still gives us: nothing of other apps. */
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
