import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import type { UserLessonData } from '../../../contract/progress.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { useUser } from '../../user/user.ts'
import { bytesOf, type DownloadStatus, lessonsToKeep } from '../download-status.ts'
import { addDownloads, pauseDownloads, resumeDownloads } from '../rows/downloads.ts'
import { deleteDownloads } from '../rows/removal.ts'
import type { Download } from '../rows/rows.ts'
import { useDownloads } from '../use-downloads.ts'
import { useFreeSpace } from './choose-sheet.tsx'
import '../../ui/styles/choice.css'
import '../downloads.css'

type Props = { course: Course; status: DownloadStatus; onClose?(): void }

type Way = 'sound' | 'done'

/** Shown if a course does not fit: says what the person could delete. No answer or recording is ever deleted. */
export function NoSpaceSheet({ course, status, onClose }: Props) {
  const t = useTranslations('room')
  const inWords = useSizeInWords()
  const free = useFreeSpace()
  const all = useDownloads() ?? []
  const user = useUser().data
  const [chosen, setChosen] = useState<Way>()
  const full = status.coming.filter(({ state }) => state === 'full')
  const ids = full.map(({ lessonId }) => lessonId)
  const need = sum(full)
  const lessons = course.lessons.filter(({ id }) => ids.includes(id))
  const soundBytes = full.some(({ films }) => films !== 'sound') ? bytesOf(lessons, 'sound') : undefined
  const removable = oldestDone(all, { data: user?.userLessonData ?? {}, bytes: need - (free ?? 0) })
  const ways: Way[] = []
  if (soundBytes !== undefined && soundBytes < need) ways.push('sound')
  if (removable.length > 0) ways.push('done')
  const way = chosen ?? ways[0]

  async function go() {
    const [first] = full
    if (!first) return
    const { uid } = first
    if (way === 'sound') return addDownloads(uid, lessonsToKeep(course, lessons, 'sound'))
    if (way === 'done')
      await deleteDownloads(
        uid,
        removable.map(({ lessonId }) => lessonId),
      )
    return resumeDownloads(uid, ids)
  }

  async function leave() {
    if (full[0]) await pauseDownloads(full[0].uid, ids).catch(() => {})
    onClose?.()
  }

  return (
    <div className="stack">
      <Alert title={lead()} />
      {ways.length > 0 ? (
        <fieldset className="picks">
          <legend>
            <b>{t('what')}</b>
          </legend>
          {ways.map(one => (
            <label key={one} className="choice">
              <input type="radio" name="way" checked={way === one} onChange={() => setChosen(one)} />
              <i />
              <span className="grow">
                <b>{t(one)}</b>
                <small>
                  {one === 'sound'
                    ? t('fits', { size: inWords(soundBytes ?? 0) })
                    : t('frees', { size: inWords(sum(removable)) })}
                </small>
                {one === 'done' && removable.map(({ lessonId, title }) => <small key={lessonId}>{title}</small>)}
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <p>{t('elsewhere')}</p>
      )}
      <button className="btn wide" type="button" onClick={() => void go().catch(() => {})}>
        {label()}
      </button>
      <button className="btn quiet wide" type="button" onClick={() => void leave()}>
        {t('not')}
      </button>
    </div>
  )

  function lead(): string {
    const known = { title: isolated(course.title), need: inWords(need) }
    return free === undefined ? t('leadNeed', known) : t('lead', { ...known, free: inWords(free) })
  }

  function label(): string {
    if (way === 'sound') return t('do')
    return t(way === 'done' ? 'remove' : 'again')
  }
}

function sum(rows: readonly Download[]): number {
  return rows.reduce((total, { bytes }) => total + bytes, 0)
}

/** The finished lessons that were kept first, as many as are needed to make room. */
export function oldestDone(
  rows: readonly Download[],
  { data, bytes }: { data: UserLessonData; bytes: number },
): Download[] {
  const done = rows.filter(({ lessonId, readyAt }) => readyAt !== undefined && data[lessonId]?.status === 'complete')
  const oldestFirst = done.sort((one, other) => one.addedAt - other.addedAt)
  const enough = oldestFirst.findIndex((_, index) => sum(oldestFirst.slice(0, index + 1)) >= bytes)
  return enough === -1 ? oldestFirst : oldestFirst.slice(0, enough + 1)
}
