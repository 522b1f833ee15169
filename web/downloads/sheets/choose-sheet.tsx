import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import type { Films } from '../../../contract/lesson-media.ts'
import { needsHomeScreen } from '../../install/platform.ts'
import { isSavingData } from '../../media/data-saver.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useUid } from '../../user/user.ts'
import { bytesOf, type DownloadStatus, filmChoices, lessonsToKeep } from '../download-status.ts'
import { startDownloading } from '../downloader.ts'
import { freeSpace } from '../files/free-space.ts'
import { addDownloads } from '../rows/downloads.ts'
import '../../ui/styles/choice.css'

/** On a screen of this width (CSS pixels) or more, a small film looks poor. */
const LARGE_FROM = 600

type Props = { course: Course; isLesson: boolean; status: DownloadStatus; onKeep(lessonIds: readonly string[]): void }

/** Asks which lessons to keep and how large their films may be, and says how many bytes that needs. */
export function ChooseSheet({ course, isLesson, status, onKeep }: Props) {
  const t = useTranslations('keep')
  const tRoom = useTranslations('room')
  const inWords = useSizeInWords()
  const uid = useUid()
  const left = course.lessons.filter(({ id }) => !status.rows.some(({ lessonId }) => lessonId === id))
  const choices = filmChoices(left)
  const [films, setFilms] = useState(() => presetOf(choices))
  const [isLeftOut, setIsLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setIsBusy] = useState(false)
  const [isFull, setIsFull] = useState(false)
  const free = useFreeSpace()
  const chosen = left.filter(({ id }) => !isLeftOut.has(id))
  const sizeOf = (one: Films) => {
    const bytes = bytesOf(chosen, one)
    return bytes === undefined ? undefined : inWords(bytes)
  }
  const size = sizeOf(films)

  async function keep() {
    setIsBusy(true)
    setIsFull(false)
    // Firefox asks the person, and only during a press. The download does not wait for that question.
    void navigator.storage?.persist?.().catch(() => {})
    try {
      await addDownloads(uid, lessonsToKeep(course, chosen, films))
      startDownloading()
      onKeep(chosen.map(({ id }) => id))
    } catch {
      // The phone is so full that it cannot even note which lessons are wanted.
      setIsFull(true)
      setIsBusy(false)
    }
  }

  return (
    <>
      <p>{t(isLesson ? 'leadLesson' : 'lead')}</p>
      {choices.length > 1 && (
        <fieldset className="picks">
          <legend className="meta">{t('films')}</legend>
          {choices.map(one => (
            <label key={one} className="choice">
              <input type="radio" name="films" checked={films === one} onChange={() => setFilms(one)} />
              <i />
              <span className="grow">
                <b>{t(one)}</b>
                <small>{sizeOf(one)}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {left.length > 1 && (
        <details className="which">
          <summary>{t('which')}</summary>
          <ul>
            {left.map(lesson => (
              <li key={lesson.id}>
                <label className="choice">
                  <input type="checkbox" checked={!isLeftOut.has(lesson.id)} onChange={() => toggle(lesson.id)} />
                  <i />
                  <span className="grow">
                    <b lang={course.language} dir="auto">
                      {lesson.title}
                    </b>
                    <small>{inSize(bytesOf([lesson], films))}</small>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </details>
      )}
      {free !== undefined && <p className="meta">{t('free', { free: inWords(free) })}</p>}
      {isFull && <Alert title={tRoom('title')} />}
      {needsHomeScreen() && <p className="note">{t('ios')}</p>}
      <button
        className="btn wide"
        type="button"
        aria-busy={isBusy}
        aria-disabled={isBusy || chosen.length === 0}
        onClick={() => isBusy || chosen.length === 0 || void keep()}
      >
        {isBusy ? <span className="spin" /> : <Icon name="download" />}
        {size === undefined ? t('doAny') : t('do', { size })}
      </button>
    </>
  )

  function inSize(bytes: number | undefined) {
    return bytes !== undefined && inWords(bytes)
  }

  function toggle(lessonId: string): void {
    const next = new Set(isLeftOut)
    if (!next.delete(lessonId)) next.add(lessonId)
    setIsLeftOut(next)
  }
}

function presetOf(choices: Films[]): Films {
  const wide: Films = innerWidth >= LARGE_FROM ? 'large' : 'small'
  const wanted = isSavingData() ? 'sound' : wide
  return choices.includes(wanted) ? wanted : 'small'
}

/** Bytes; undefined until the browser says it, or if it never does. */
export function useFreeSpace(): number | undefined {
  const [free, setFree] = useState<number>()
  useEffect(() => void freeSpace().then(setFree), [])
  return free
}
