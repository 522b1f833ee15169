import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { wantTexts } from '../i18n/texts.ts'
import { hasDownloads, onHasDownloads } from '../media/has-downloads.ts'
import { knownSettings } from '../settings/settings.ts'
import { Icon } from '../ui/icon.tsx'
import { lazy } from '../ui/lazy.ts'
import { useSoon } from '../ui/use-soon.ts'

const courseDownload = lazy(async () => {
  const [{ CourseDownload }] = await Promise.all([import('./course-download.tsx'), wantTexts('downloads')])
  return CourseDownload
})
const nothing = lazy(async () => undefined)

type Props = {
  course: Course
  /** It is a single lesson: what its button says. */
  lesson?: string | undefined
}

/** Offers to keep a course or a lesson on this phone. Where nobody keeps any, the code behind it is loaded at a press. */
export function KeepOffer({ course, lesson }: Props) {
  const t = useTranslations()
  const [press, setPress] = useState<'none' | 'loading' | 'failed' | 'open'>('none')
  const isUsed = useSyncExternalStore(onHasDownloads, hasDownloads)
  const Download = useSoon(press === 'open' || isUsed ? courseDownload : nothing, 0)
  if (knownSettings().offlineOff || course.lessons.length === 0) return null
  if (Download) return <Download course={course} lesson={lesson} isOpen={press === 'open'} />

  async function open() {
    setPress('loading')
    await courseDownload.load().then(
      () => setPress('open'),
      () => setPress('failed'),
    )
  }

  const isBusy = press === 'loading' || press === 'open'
  return (
    <div className="keep">
      <button className="btn quiet" type="button" aria-busy={isBusy} onClick={() => isBusy || void open()}>
        {isBusy ? <span className="spin" /> : <Icon name="phone" />}
        {lesson ?? t('course.keep')}
      </button>
      <p role="status">{press === 'failed' && t('offline.title')}</p>
    </div>
  )
}
