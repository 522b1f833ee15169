import { useTranslations } from 'use-intl'
import type { Course } from '../../../contract/courses.ts'
import { MINUTE, SECOND } from '../../../contract/time.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { useUid } from '../../user/user.ts'
import type { DownloadStatus } from '../download-status.ts'
import { pauseDownloads, resumeDownloads } from '../rows/downloads.ts'
import { cancelDownloads } from '../rows/removal.ts'
import { useDownloadProgress } from '../use-downloads.ts'

type Props = { course: Course; status: DownloadStatus; onClose(): void }

/** Shows how much of a course has been downloaded. */
export function KeepingSheet({ course, status, onClose }: Props) {
  const t = useTranslations()
  const inWords = useSizeInWords()
  const uid = useUid()
  const progress = useDownloadProgress()
  const { state, ready, coming, bytes, bytesHere } = status
  const ids = coming.map(({ lessonId }) => lessonId)
  const number = course.lessons.findIndex(({ id }) => id === progress?.lessonId) + 1
  const isComing = state === 'coming'
  const current = isComing && ids.includes(progress?.lessonId ?? '') ? course.lessons[number - 1] : undefined
  return (
    <>
      <div className="stack tight">
        <progress className="progress keeping" max={bytes} value={bytesHere} aria-label={t('keeping.progress')} />
        <p className="row meta apart">
          <span>{t('keeping.of', { done: inWords(bytesHere), total: inWords(bytes) })}</span>
          <span role="status">{aside()}</span>
        </p>
      </div>
      <ul className="stack tight steps-here">
        {ready.length > 0 && (
          <li>
            <Icon name="check" />
            <span>{t('keeping.ready', { count: ready.length })}</span>
          </li>
        )}
        {current && (
          <li className="is-coming">
            <span className="spin" />
            <span>
              {course.lessons.length === 1
                ? current.title
                : t('keeping.now', { n: number, title: isolated(current.title) })}
            </span>
          </li>
        )}
      </ul>
      {state === 'ready' ? (
        <button className="btn wide" type="button" onClick={onClose}>
          {t('common.close')}
        </button>
      ) : (
        <>
          <p className="meta">{t('keeping.close')}</p>
          <button className="btn second wide" type="button" onClick={() => void pauseOrResume()}>
            <Icon name={isComing ? 'pause' : 'play'} />
            {t(isComing ? 'keeping.pause' : 'keeping.goOn')}
          </button>
          <button className="btn quiet grave wide" type="button" onClick={() => void cancel()}>
            {t('keeping.stop')}
          </button>
        </>
      )}
    </>
  )

  /** If the phone is too full to store this, nothing changes, and the sheet says that the phone is full. */
  async function pauseOrResume(): Promise<void> {
    await (isComing ? pauseDownloads(uid, ids) : resumeDownloads(uid, ids)).catch(() => {})
  }

  async function cancel(): Promise<void> {
    await cancelDownloads(uid, ids).catch(() => {})
    onClose()
  }

  function aside(): string | undefined {
    if (state === 'paused') return t('keeping.paused')
    // If the phone is full, that holds for the lessons of this course, too, whichever lesson found it.
    if (isComing && progress?.waitsFor === 'room') return t('keeping.full')
    if (!current || !progress) return undefined
    if (progress.waitsFor === 'network') return t('keeping.cut')
    if (progress.speed === 0) return undefined
    const leftMs = (SECOND * (bytes - bytesHere)) / progress.speed
    return t('keeping.left', { minutes: leftMs < MINUTE ? 0 : Math.round(leftMs / MINUTE) })
  }
}
